import type { ProcessLLMRequestArgs, Processor } from "@mastra/core/processors";
import type { CompactManager } from "../../engine/compact-manager.js";
import { isRecord } from "../../text/is-record.js";
import { type AiSdkMessage, aiSdk } from "../../formats/ai-sdk/ai-sdk.js";
import { checkedCompactionOptions, SESSION_FIELD } from "../core/checked-compaction-options.js";
import { recallTools } from "../ai-sdk/recall-tools.js";
import { answerRecall } from "../core/answer-recall.js";
import { CallCompactor } from "../core/call-compactor.js";
import type { CompactionOptions } from "../core/compaction-options.js";
import type { OpenCall } from "../core/open-call.js";
import { FirstMessages } from "./first-messages.js";
import { canonicalPromptMessage } from "./canonical-prompt-message.js";

export interface MastraCompactionOptions extends CompactionOptions<AiSdkMessage> {
  /** The session that all requests belong to. @default the thread of the agent's memory, else found by content */
  readonly sessionId?: string;
  /** Gives the agent tools with which it searches and reads what left its window. @default false */
  readonly recall?: boolean;
}

type Prompt = ProcessLLMRequestArgs["prompt"];
type Hooks = Required<
  Pick<Processor, "processInputStep" | "processLLMRequest" | "processOutputStep" | "processAPIError">
>;

/**
 * A processor for `inputProcessors`, `outputProcessors` and `errorProcessors` at once, with access to its
 * manager.
 */
export interface MastraCompactionProcessor extends Hooks {
  readonly id: "plimsoll-compaction";
  /** The manager: recall, undo, remember and the rest. Made for the model that is asked first. */
  manager(): CompactManager<AiSdkMessage>;
  /** Resolves when no compaction is being prepared in the background. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** The state of one agent run between its hooks. */
interface Run {
  tools: unknown;
  call?: OpenCall<AiSdkMessage>;
  /** To be sent in place of the request that was refused. */
  smaller?: AiSdkMessage[];
}

/**
 * Compacts the prompt of every model call, after Mastra has made it of the messages and before it is sent. Neither the
 * message list nor the agent's memory changes. With `errorProcessors`, a request that the provider refuses as too long is
 * sent again with less; with `outputProcessors`, the provider's own count is taken in.
 */
export function compactionProcessor(options: MastraCompactionOptions = {}): MastraCompactionProcessor {
  const { sessionId, recall, ...rest } = checkedCompactionOptions<MastraCompactionOptions>(options, {
    ...SESSION_FIELD,
    recall: "flag",
  });
  const compactor = new CallCompactor<AiSdkMessage>(
    "mastra",
    { format: aiSdk, ...rest },
    canonicalPromptMessage,
  );
  const runs = new WeakMap<object, Run>();
  const firsts = new FirstMessages();
  const runOf = (state: object): Run => {
    const run = runs.get(state) ?? { tools: [] };
    runs.set(state, run);
    return run;
  };
  return {
    id: "plimsoll-compaction",
    manager: () => compactor.manager(),
    settled: () => compactor.settled(),
    close: () => compactor.close(),
    processInputStep({ state, tools }) {
      const run = runOf(state);
      const added = recall === true ? { ...tools, ...recallOf(run, compactor) } : undefined;
      run.tools = toolSchemas(added ?? tools);
      return added && { tools: added };
    },
    async processLLMRequest({ prompt, model, state, messageList, requestContext, abortSignal }) {
      const run = runOf(state);
      const { smaller } = run;
      delete run.smaller;
      if (smaller) return { prompt: smaller as Prompt };
      const named = sessionId ?? threadOf(messageList);
      if (named !== undefined && (await firsts.isCut(named, { messageList, requestContext })))
        compactor.tellCut(CUT, named);
      run.call = await compactor.begin({
        items: prompt,
        tools: run.tools,
        model: model.modelId,
        ...(named === undefined ? {} : { sessionId: named }),
        ...(abortSignal ? { signal: abortSignal } : {}),
      });
      return { prompt: run.call.items as Prompt };
    },
    processOutputStep({ state, usage, messages }) {
      runOf(state).call?.succeeded(usage);
      return messages;
    },
    async processAPIError({ state, error }) {
      const run = runOf(state);
      const smaller = await run.call?.failed(error);
      if (!smaller) return undefined;
      run.smaller = smaller;
      return { retry: true };
    },
  };
}

const CUT =
  "the agent's memory gives back its last messages only (10 unless you set it), so older ones and the rules in them reach neither " +
  "Plimsoll nor the model. Set options.lastMessages of the memory higher than any thread is long";

/** The recall tools of a run: they are called after its request, whose session they read. */
const recallOf = (run: Run, compactor: CallCompactor<AiSdkMessage>): Record<string, unknown> =>
  recallTools((call) => answerRecall(compactor.manager(), { ...call, sessionId: run.call?.sessionId }));

/** The thread of the agent's memory; the list keeps it to itself. */
function threadOf(messageList: object | undefined): string | undefined {
  const memory: unknown = messageList && Reflect.get(messageList, "memoryInfo");
  const thread = isRecord(memory) ? memory["threadId"] : undefined;
  return typeof thread === "string" && thread !== "" ? thread : undefined;
}

/** Tools as a provider is sent them. */
function toolSchemas(tools: Readonly<Record<string, unknown>> = {}): unknown[] {
  return Object.entries(tools).map(([name, tool]) => {
    if (!isRecord(tool)) return { name };
    const { description, parameters = tool["inputSchema"] } = tool;
    return {
      name,
      description,
      parameters: isRecord(parameters) ? (parameters["jsonSchema"] ?? {}) : {},
    };
  });
}
