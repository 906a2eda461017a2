import type { ToolSet, wrapLanguageModel } from "ai";
import type { CompactManager } from "../../engine/compact-manager.js";
import { isRecord } from "../../text/is-record.js";
import { type AiSdkMessage, aiSdk } from "../../formats/ai-sdk/ai-sdk.js";
import { checkedCompactionOptions, SESSION_FIELD } from "../core/checked-compaction-options.js";
import { answerRecall } from "../core/answer-recall.js";
import { CallSessions } from "../core/call-sessions.js";
import { recallTools } from "./recall-tools.js";
import { CallCompactor } from "../core/call-compactor.js";
import { guardStream, type StreamReading } from "../core/guard-stream.js";
import type { ModelRequest } from "../core/model-request.js";
import type { OpenCall } from "../core/open-call.js";
import { withoutCacheMarks } from "../core/without-cache-marks.js";
import type { AiSdkCompactionOptions } from "./ai-sdk-compaction-options.js";
import { iterateStream, streamOf } from "../core/iterate-stream.js";

/** Of whichever version is installed: the first releases of 5 do not export its name. */
type LanguageModelMiddleware = Exclude<
  Parameters<typeof wrapLanguageModel>[0]["middleware"],
  readonly unknown[]
>;
type WrapStream = NonNullable<LanguageModelMiddleware["wrapStream"]>;
type Wrapped = Parameters<WrapStream>[0];
type CallOptions = Wrapped["params"];
type Model = Wrapped["model"];
type StreamResult = Awaited<ReturnType<WrapStream>>;
type StreamPart = StreamResult["stream"] extends ReadableStream<infer Part> ? Part : never;

/** A middleware for `wrapLanguageModel`, with access to its manager. */
export interface AiSdkCompactionMiddleware extends LanguageModelMiddleware {
  /** Let a model search and read what left its window: add them to the tools of the call or the agent. */
  readonly tools: ToolSet;
  /** The manager: recall, undo, remember and the rest. Made for the model that is asked first. */
  manager(): CompactManager<AiSdkMessage>;
  /** Resolves when no compaction is being prepared in the background. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Parts that announce the answer but show none of it yet. */
const WITHOUT_OUTPUT: ReadonlySet<string> = new Set([
  "stream-start",
  "response-metadata",
  "raw",
  "ping",
  "error",
  "finish",
  "text-start",
  "reasoning-start",
]);

const READING: StreamReading<StreamPart> = {
  hasOutput: ({ type }) => !WITHOUT_OUTPUT.has(type),
  failureOf: (part) => (part.type === "error" ? part.error : undefined),
  usageOf: (part) => (part.type === "finish" ? part.usage : undefined),
};

/**
 * Compacts every request on its way to the model, generated or streamed, and sends a smaller one if the provider
 * refuses it as too long. Never changes the messages that the SDK and its caller keep.
 */
export function compactionMiddleware(options: AiSdkCompactionOptions = {}): AiSdkCompactionMiddleware {
  const { sessionId, ...rest } = checkedCompactionOptions<AiSdkCompactionOptions>(options, SESSION_FIELD);
  const compactor = new CallCompactor<AiSdkMessage>("ai-sdk", { format: aiSdk, ...rest }, withoutCacheMarks);
  const sessions = new CallSessions();
  return {
    specificationVersion: "v4",
    tools: recallTools(({ name, input, toolCallId }) =>
      answerRecall(compactor.manager(), {
        name,
        input,
        sessionId: sessionId ?? sessions.of(callOf({ toolCallId, toolName: name })),
      }),
    ),
    manager: () => compactor.manager(),
    settled: () => compactor.settled(),
    close: () => compactor.close(),
    wrapGenerate: ({ params, model }) =>
      compactor.call(
        requestOf({ params, model }, sessionId),
        async (items, call) => {
          const answer = await model.doGenerate(withPrompt(params, items));
          sessions.note(call.sessionId, callsIn(answer.content));
          return answer;
        },
        ({ usage }) => usage,
      ),
    wrapStream: async ({ params, model }) =>
      streamCall(await compactor.begin(requestOf({ params, model }, sessionId)), { params, model, sessions }),
  };
}

interface ToolCallPart {
  readonly toolCallId: string | undefined;
  readonly toolName: string;
}

/** The calls among the parts of an answer. */
const callsIn = (parts: readonly object[]): object[] =>
  parts.flatMap((part) =>
    "toolName" in part && Reflect.get(part, "type") === "tool-call" ? [callOf(part as ToolCallPart)] : [],
  );

/** A call as `CallSessions` knows it. The SDK parses the arguments, so that they are no part of it. */
const callOf = ({ toolCallId, toolName }: ToolCallPart): object => ({
  type: "function_call",
  callId: toolCallId,
  name: toolName,
});

interface Addressed {
  readonly params: CallOptions;
  readonly model: Model;
}

function requestOf({ params, model }: Addressed, named: string | undefined): ModelRequest<AiSdkMessage> {
  const { prompt, tools, responseFormat, abortSignal, providerOptions = {} } = params;
  const own = providerOptions["plimsoll"]?.["sessionId"];
  const sessionId = named ?? (typeof own === "string" && own !== "" ? own : undefined);
  const schema = responseFormat?.type === "json" ? responseFormat.schema : undefined;
  const serverManaged = serverState(providerOptions);
  return {
    items: prompt,
    tools: schema === undefined ? (tools ?? []) : [...(tools ?? []), schema],
    model: model.modelId,
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(serverManaged === undefined ? {} : { serverManaged }),
    ...(abortSignal ? { signal: abortSignal } : {}),
  };
}

function serverState(providerOptions: Readonly<Record<string, unknown>>): string | undefined {
  for (const key of ["openai", "azure"]) {
    const options = providerOptions[key];
    if (!isRecord(options)) continue;
    if (typeof options["previousResponseId"] === "string") return "previousResponseId is set";
    if (typeof options["conversation"] === "string") return "conversation is set";
  }
  return undefined;
}

/** The format built every message that is not kept, in the shape of a prompt. */
function withPrompt(params: CallOptions, items: AiSdkMessage[]): CallOptions {
  return { ...params, prompt: items as CallOptions["prompt"] };
}

/**
 * Handles a request that is refused at once before it returns the stream, so that the SDK can retry other
 * failures.
 */
async function streamCall(
  call: OpenCall<AiSdkMessage>,
  { params, model, sessions }: Addressed & { readonly sessions: CallSessions },
): Promise<StreamResult> {
  let opened: StreamResult | undefined;
  for (let items: AiSdkMessage[] | undefined = call.items; items && !opened; ) {
    try {
      opened = await model.doStream(withPrompt(params, items));
    } catch (error) {
      items = await call.failed(error);
      if (!items) throw error;
    }
  }
  const first = opened ?? (await model.doStream(params));
  let next: StreamResult | undefined = first;
  const parts = guardStream(
    call,
    async (items) => {
      const { stream } = next ?? (await model.doStream(withPrompt(params, items)));
      next = undefined;
      return iterateStream(stream);
    },
    READING,
  );
  return { ...first, stream: streamOf(noting(parts, (calls) => sessions.note(call.sessionId, calls))) };
}

/** The same parts; tells the calls among them as they come. */
async function* noting(
  parts: AsyncIterable<StreamPart>,
  note: (calls: readonly object[]) => void,
): AsyncGenerator<StreamPart, void, undefined> {
  let calls: object[] = [];
  for await (const part of parts) {
    const found = callsIn([part]);
    if (found.length > 0) note((calls = [...calls, ...found]));
    yield part;
  }
}
