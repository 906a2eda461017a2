import type { AnswerEvent } from "../../answers/answer-event.js";

const FILTERED: ReadonlySet<string> = new Set([
  "PROMPT_BLOCKED",
  "SAFETY",
  "RECITATION",
  "LANGUAGE",
  "BLOCKLIST",
  "PROHIBITED_CONTENT",
  "SPII",
  "IMAGE_SAFETY",
  "IMAGE_PROHIBITED_CONTENT",
  "IMAGE_RECITATION",
]);
/** The model stumbled: the same request may well succeed. */
const STUMBLED: ReadonlySet<string> = new Set([
  "OTHER",
  "MALFORMED_FUNCTION_CALL",
  "UNEXPECTED_TOOL_CALL",
  "TOO_MANY_TOOL_CALLS",
  "MISSING_THOUGHT_SIGNATURE",
  "MALFORMED_RESPONSE",
  "IMAGE_OTHER",
  "NO_IMAGE",
]);
const LONGEST_MESSAGE = 500;

/** How an answer ends, by its `finishReason`. */
export function finishEvent(
  finish: { readonly reason: string; readonly message: string } | undefined,
  isEmpty: boolean,
): AnswerEvent {
  if (!finish) return failed("The upstream broke off in the middle of its answer.");
  const { reason, message } = finish;
  if (reason === "MAX_TOKENS") return { type: "end", reason: "max_output_tokens" };
  if (FILTERED.has(reason)) return { type: "end", reason: "content_filter" };
  // A reason that nobody knows yet is no failure of an answer that is there.
  if (reason !== "STOP" && (isEmpty || STUMBLED.has(reason))) {
    const detail = message === "" ? "" : `: ${message.slice(0, LONGEST_MESSAGE)}`;
    return failed(`The model ended its answer with ${reason}${detail}`);
  }
  return { type: "end", reason: "completed" };
}

function failed(message: string): AnswerEvent {
  return { type: "failed", code: "server_error", message };
}
