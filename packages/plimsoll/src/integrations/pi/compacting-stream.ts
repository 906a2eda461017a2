import type { CompactManager } from "../../engine/compact-manager.js";
import { piAgent, type PiMessage } from "../../formats/pi-agent/pi-agent.js";
import { isRecord } from "../../text/is-record.js";
import { answerRecall } from "../core/answer-recall.js";
import { CallCompactor } from "../core/call-compactor.js";
import { CallSessions } from "../core/call-sessions.js";
import { checkedCompactionOptions, SESSION_FIELD } from "../core/checked-compaction-options.js";
import type { CompactionOptions } from "../core/compaction-options.js";
import type { StreamReading } from "../core/guard-stream.js";
import type { ModelRequest } from "../core/model-request.js";
import { MessageStream, type PiEvent } from "./message-stream.js";
import { type PiRecallTool, recallTools } from "./recall-tools.js";

/** Options of the stream. */
export interface PiCompactionOptions extends Omit<CompactionOptions<PiMessage>, "format"> {
  /** The session of all requests. @default the agent's `sessionId`, or found by the content of the list */
  readonly sessionId?: string;
}

/** A model of pi, as far as it is read here. */
interface PiModel {
  readonly id?: string;
  readonly contextWindow?: number;
  readonly maxTokens?: number;
}

/** What a stream function of pi is given besides its model. */
interface PiContext {
  readonly systemPrompt?: string;
  readonly messages: readonly PiMessage[];
  readonly tools?: unknown;
}

interface PiStreamOptions {
  readonly sessionId?: string;
  readonly signal?: AbortSignal;
}

type OpenStream = (
  model: unknown,
  context: PiContext,
  options?: PiStreamOptions,
) => AsyncIterable<PiEvent> | Promise<AsyncIterable<PiEvent>>;

/** A stream function that compacts, and what belongs to it. */
export interface CompactingStream<F> {
  /** For the option `streamFn` of an agent. */
  readonly streamFn: F;
  /** Let the model search and read what left its window: add them to the tools of the agent. */
  readonly tools: PiRecallTool[];
  /** The manager: recall, undo, remember and the rest. Made for the model that is asked first. */
  manager(): CompactManager<PiMessage>;
  /** Resolves when no compaction is being prepared in the background. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Room for the answer, where a model may say as much as it can read. */
const MOST_FOR_ANSWER = 0.25;

const READING: StreamReading<PiEvent> = {
  hasOutput: ({ type }) => /_(?:delta|end)$/.test(type) || type === "done",
  failureOf: ({ type, error }) =>
    type === "error" && error?.stopReason === "error" ? new Error(String(error.errorMessage)) : undefined,
  usageOf: ({ message }) => message?.usage && usageOf(message.usage),
};

/**
 * Compacts every request of an agent of pi on its way to the model, and sends a smaller one if the provider refuses it as too
 * long. The agent's own messages stay complete.
 *
 * @param streamFn what asks the model: `streamSimple` of pi's AI package, or your own
 */
export function compactingStream<F extends (...args: never[]) => unknown>(
  streamFn: F,
  options: PiCompactionOptions = {},
): CompactingStream<F> {
  const { sessionId, ...rest } = checkedCompactionOptions<PiCompactionOptions>(options, SESSION_FIELD);
  const compactor = new CallCompactor<PiMessage>("pi", { ...rest, format: piAgent });
  const sessions = new CallSessions();
  const open = streamFn as unknown as OpenStream;
  const hasWindow = rest.maxContextTokens !== undefined || rest.manager !== undefined;

  function compacting(model: PiModel, context: PiContext, streamOptions?: PiStreamOptions): MessageStream {
    const session = sessionId ?? streamOptions?.sessionId;
    const request: ModelRequest<PiMessage> = {
      items: context.messages,
      ...(context.systemPrompt === undefined ? {} : { instructions: context.systemPrompt }),
      ...(context.tools === undefined ? {} : { tools: context.tools }),
      ...(model.id === undefined ? {} : { model: model.id }),
      ...(hasWindow ? {} : windowOf(model)),
      ...(session === undefined ? {} : { sessionId: session }),
      ...(streamOptions?.signal ? { signal: streamOptions.signal } : {}),
    };
    let answering = session;
    const events = compactor.stream(
      request,
      (messages, call) => {
        answering = call.sessionId;
        return open(model, { ...context, messages }, streamOptions);
      },
      READING,
    );
    return new MessageStream(events, (message) => sessions.note(answering, callsIn(message)));
  }

  return {
    streamFn: compacting as unknown as F,
    tools: recallTools(({ id, name, input }) => {
      const made = sessionId ?? sessions.of(callOf(id, name));
      return answerRecall(compactor.manager(), { name, input, sessionId: made });
    }),
    manager: () => compactor.manager(),
    settled: () => compactor.settled(),
    close: () => compactor.close(),
  };
}

/** pi's own catalogue says how large the window is. */
function windowOf({ contextWindow = 0, maxTokens = 0 }: PiModel): { maxContextTokens?: number } {
  const usable = Math.floor(contextWindow - Math.min(maxTokens, contextWindow * MOST_FOR_ANSWER));
  return usable > 0 ? { maxContextTokens: usable } : {};
}

/** pi counts what came from or went to the cache apart. */
function usageOf({ input, output, cacheRead, cacheWrite }: Readonly<Record<string, unknown>>): object {
  return {
    input_tokens: input,
    output_tokens: output,
    cache_read_input_tokens: cacheRead,
    cache_creation_input_tokens: cacheWrite,
  };
}

function callsIn(message: object): object[] {
  const content: unknown = Reflect.get(message, "content");
  if (!Array.isArray(content)) return [];
  return content
    .filter((part) => isRecord(part) && part["type"] === "toolCall")
    .map(({ id, name }: { id: unknown; name: unknown }) => callOf(id, name));
}

/** A call as `CallSessions` knows it; pi converts the arguments, so that they are no part of it. */
const callOf = (callId: unknown, name: unknown): object => ({
  type: "function_call",
  callId,
  name,
  arguments: "",
});
