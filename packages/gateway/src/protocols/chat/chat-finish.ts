import type { AnswerEvent } from "../../answers/answer-event.js";

/** What a finish reason means where it is not that the answer is complete. */
const REASONS: Readonly<Record<string, AnswerEvent>> = {
  length: { type: "end", reason: "max_output_tokens" },
  max_tokens: { type: "end", reason: "max_output_tokens" },
  // MiMo stops a model that repeats itself.
  repetition_truncation: { type: "end", reason: "max_output_tokens" },
  content_filter: { type: "end", reason: "content_filter" },
  sensitive: { type: "end", reason: "content_filter" },
  model_context_window_exceeded: {
    type: "failed",
    code: "context_length_exceeded",
    message: "The answer reached the end of the model's context window.",
  },
  insufficient_system_resource: {
    type: "failed",
    code: "server_error",
    message: "The upstream ran out of resources in the middle of the answer.",
  },
  network_error: {
    type: "failed",
    code: "server_error",
    message: "The upstream lost its model in the middle of the answer.",
  },
  error: {
    type: "failed",
    code: "server_error",
    message: "The upstream failed in the middle of the answer.",
  },
  abort: { type: "failed", code: "server_error", message: "The upstream aborted the answer." },
};

/** The last event of an answer. Without a finish reason it was cut off. */
export function chatFinish(reason: string | undefined): AnswerEvent {
  if (reason === undefined)
    return {
      type: "failed",
      code: "server_error",
      message: "The upstream's stream ended in the middle of the answer.",
    };
  return REASONS[reason.toLowerCase()] ?? { type: "end", reason: "completed" };
}
