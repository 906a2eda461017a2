import { STREAM_END } from "../../answers/response-event.js";
import { isRecord } from "../../json/is-record.js";
import type { JsonRecord } from "../../json/json-record.js";
import { ChatUsageCompletion } from "./chat-usage-completion.js";
import { COMMENT } from "../patient-reply.js";
import type { PassedApi } from "./pass-conversation.js";

/** `POST /v1/chat/completions`. */
export const CHAT_COMPLETIONS: PassedApi = {
  api: "chat",
  protocol: "chat",
  path: "/chat/completions",
  outputLimits: ["max_completion_tokens", "max_tokens"],
  instructionsOf: () => undefined,
  usageCompletion: (body, counter) => new ChatUsageCompletion(counter, asksUsage(body)),
  streamed: ({ usage, ...data }, body) => (asksUsage(body) ? { ...data, usage } : data),
  isAnswer: ({ choices }) => Array.isArray(choices),
  signs: {
    alive: COMMENT,
    failed: (body) => `data: ${JSON.stringify(body)}\n\n${STREAM_END}`,
  },
};

const asksUsage = ({ stream_options: options }: JsonRecord): boolean =>
  isRecord(options) && options["include_usage"] === true;
