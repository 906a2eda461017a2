import type { WireRecord } from "../wire-record.js";
import { ApiError, contextLengthExceeded, unknownParameter } from "./api-error.js";
import { compactionItem } from "./compaction-item.js";
import { streamFailureOf } from "./openai-fault.js";
import { readPrompt } from "./read-prompt.js";
import { usageOf } from "./response-usage.js";
import type { Outcome, RouteRequest, ServerState } from "./server-state.js";

/** Parameters of the create route that this one refuses. Others are ignored: real clients send more than it reads. */
const REFUSED_PARAMETERS = ["stream", "store", "background", "include", "context_management"] as const;
const REASONING_TOKENS = 64;

/** A user message as the compacted window carries it. */
function userMessage(item: WireRecord, id: string): WireRecord {
  const content = item["content"];
  return {
    id,
    type: "message",
    status: "completed",
    content: typeof content === "string" ? [{ type: "input_text", text: content }] : content,
    role: "user",
  };
}

/** `POST /responses/compact`: all user messages, then one compaction item. Throws `ApiError`. */
export function compactResponse(state: ServerState, request: RouteRequest): Outcome {
  const { account, body, fault } = request;
  for (const param of REFUSED_PARAMETERS) if (body[param] !== undefined) throw unknownParameter(param);
  const read = readPrompt(state, request);
  const failure = fault === undefined ? undefined : streamFailureOf(fault);
  if (failure !== undefined) throw new ApiError(failure.error.message, failure.error);
  if (read.prompt.tokens > state.contextWindow) throw contextLengthExceeded();
  const users = read.input.items.filter((item) => item["type"] === "message" && item["role"] === "user");
  const output = [
    ...users.map((item) => userMessage(item, state.makeId("msg"))),
    compactionItem(state, request, { id: state.makeId("cmp"), kind: "standalone" }),
  ];
  const usage = usageOf({
    inputTokens: read.prompt.tokens,
    cachedTokens: read.cachedTokens,
    outputTokens: state.compactionTokens + REASONING_TOKENS,
    reasoningTokens: REASONING_TOKENS,
  });
  return {
    json: {
      id: state.makeId("resp"),
      object: "response.compaction",
      created_at: Math.floor(state.now() / 1000),
      output,
      usage,
    },
    commit: () => account.cache.add(read.cacheKey, read.prompt),
  };
}
