import { recordsIn } from "../../json/records-in.js";
import { stringOf } from "../../json/string-of.js";
import { MessageUsageCompletion } from "./message-usage-completion.js";
import type { PassedApi } from "./pass-conversation.js";

/** `POST /v1/messages`. */
export const MESSAGES: PassedApi = {
  api: "messages",
  protocol: "anthropic",
  path: "/messages",
  outputLimits: ["max_tokens"],
  instructionsOf({ system }) {
    if (typeof system === "string") return system;
    const text = recordsIn(system).map((block) => stringOf(block["text"]));
    return text.length === 0 ? undefined : text.join("\n");
  },
  usageCompletion: (_body, counter) => new MessageUsageCompletion(counter),
  isAnswer: ({ content }) => Array.isArray(content),
  signs: {
    alive: 'event: ping\ndata: {"type":"ping"}\n\n',
    failed: (body) => `event: error\ndata: ${JSON.stringify(body)}\n\n`,
  },
};
