import { isRecord, stringOf, type WireRecord } from "../wire-record.js";
import { ApiError, contextLengthExceeded } from "./api-error.js";
import { compactionItem } from "./compaction-item.js";
import { type StreamFailure, streamFailureOf } from "./openai-fault.js";
import { type ReadPrompt, readPrompt } from "./read-prompt.js";
import { type ReplyOutput, replyOutput } from "./reply-output.js";
import { usageOf } from "./response-usage.js";
import { endedResponse, failedResponse, startedResponse } from "./started-response.js";
import type { Outcome, RouteRequest, ServerState } from "./server-state.js";
import { answerEvents, errorEvents, failedEvents, type StreamSettings } from "./stream-event.js";

const seconds = (state: ServerState): number => Math.floor(state.now() / 1000);

function failureOutcome(started: WireRecord, isStream: boolean, { shape, error }: StreamFailure): Outcome {
  if (shape === "http" || (shape === "error_event" && !isStream)) throw new ApiError(error.message, error);
  if (shape === "error_event") return { events: errorEvents(started, error) };
  const failed = failedResponse(started, { code: error.code ?? "server_error", message: error.message });
  return isStream ? { events: failedEvents(started, failed) } : { json: failed };
}

function failureOf(state: ServerState, { fault }: RouteRequest, read: ReadPrompt): StreamFailure | undefined {
  const scripted = fault === undefined ? undefined : streamFailureOf(fault);
  if (scripted !== undefined) return scripted;
  if (read.prompt.tokens <= state.contextWindow) return undefined;
  return { shape: state.overflow, error: contextLengthExceeded().body };
}

/**
 * The compaction of an ended response is sealed again: its bytes differ from those of the stream, as recorded.
 */
function sealedAnew(state: ServerState, request: RouteRequest, reply: ReplyOutput): readonly WireRecord[] {
  const { compaction } = reply;
  if (compaction === undefined) return reply.items;
  return reply.items.map((item) =>
    item["id"] === compaction.id ? compactionItem(state, request, compaction) : item,
  );
}

function streamSettings(state: ServerState, { account, body }: RouteRequest): StreamSettings {
  const options = body["stream_options"];
  return {
    compactingEvents: state.compactingEvents,
    obfuscation: !(isRecord(options) && options["include_obfuscation"] === false),
    announce: (item) => ({
      ...item,
      encrypted_content: account.seal({ kind: "announced", id: stringOf(item["id"]), tokens: 16 }),
    }),
  };
}

/** What the next response of the chain starts from: a compaction drops what precedes it. */
function windowOf({ input }: ReadPrompt, reply: ReplyOutput): readonly WireRecord[] {
  const { compaction } = reply;
  if (compaction === undefined) return [...input.items, ...reply.items];
  return reply.items.slice(reply.items.findIndex((item) => item["id"] === compaction.id));
}

function commitOf(
  request: RouteRequest,
  read: ReadPrompt,
  answered: { ended: WireRecord; reply: ReplyOutput },
) {
  const { account } = request;
  const { ended, reply } = answered;
  return (): void => {
    const isStored = ended["store"] !== false;
    account.cache.add(read.cacheKey, read.prompt);
    account.store.noteSent(reply.items, isStored);
    if (isStored) {
      account.store.save(stringOf(ended["id"]), { response: ended, window: windowOf(read, reply) });
    }
  };
}

/** `POST /responses`. Throws `ApiError`. */
export async function createResponse(state: ServerState, request: RouteRequest): Promise<Outcome> {
  const { body } = request;
  const isStream = body["stream"] === true;
  const read = readPrompt(state, request);
  const started = startedResponse(body, state.makeId("resp"), seconds(state));
  const failure = failureOf(state, request, read);
  if (failure !== undefined) return failureOutcome(started, isStream, failure);
  const reply = await replyOutput(state, request, read);
  const ended = endedResponse(started, {
    status: reply.settings.incomplete === true ? "incomplete" : "completed",
    output: isStream ? sealedAnew(state, request, reply) : reply.items,
    usage: usageOf({
      inputTokens: read.prompt.tokens,
      cachedTokens: read.cachedTokens,
      outputTokens: reply.outputTokens,
      reasoningTokens: reply.reasoningTokens,
      ...reply.settings.usage,
    }),
    completedAt: seconds(state),
  });
  const remembered = { commit: commitOf(request, read, { ended, reply }), rollback: reply.putBack };
  if (!isStream) return { json: ended, ...remembered };
  const settings = streamSettings(state, request);
  return { events: answerEvents({ started, ended }, reply.items, settings), ...remembered };
}
