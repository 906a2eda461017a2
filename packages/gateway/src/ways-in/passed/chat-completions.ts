import { isRecord } from "../../json/is-record.js";
import { ChatUsageCompletion } from "./chat-usage-completion.js";
import type { PassedApi } from "./pass-conversation.js";

/** `POST /v1/chat/completions`. */
export const CHAT_COMPLETIONS: PassedApi = {
  api: "chat",
  protocol: "chat",
  path: "/chat/completions",
  outputLimits: ["max_completion_tokens", "max_tokens"],
  instructionsOf: () => undefined,
  usageCompletion({ stream_options: options }, counter) {
    return new ChatUsageCompletion(counter, isRecord(options) && options["include_usage"] === true);
  },
  isAnswer: ({ choices }) => Array.isArray(choices),
};
