import { PLAIN_MESSAGES } from "./plain-messages.js";
import { PLAIN_RESPONSES } from "./plain-responses.js";
import type { Quirks, Vendor } from "./vendor.js";

const BLIND = /pro|flash/iu;
const SEARCHES = /^mimo-v(?:2\.[5-9]|[3-9])/iu;

function mimoQuirks(model: string): Quirks {
  return {
    chat: {
      images: !BLIND.test(model),
      imageNeedsText: true,
      maxTokensField: "max_completion_tokens",
      parallelCalls: false,
      forcedChoice: "without_thinking",
      structuredOutput: "json_object",
      thinking: {
        byDefault: true,
        on: { thinking: { type: "enabled" } },
        off: { thinking: { type: "disabled" } },
      },
      replay: "always",
      strictReplay: true,
      webSearch: SEARCHES.test(model) ? "mimo_tool" : "none",
    },
    responses: PLAIN_RESPONSES,
    anthropic: PLAIN_MESSAGES,
  };
}

export const mimo: Vendor = {
  name: "mimo",
  title: "Xiaomi MiMo",
  baseUrl: "https://api.xiaomimimo.com/v1",
  addresses: { anthropic: "https://api.xiaomimimo.com/anthropic/v1" },
  protocols: ["chat", "responses", "anthropic"],
  auth: "bearer",
  keyEnv: "MIMO_API_KEY",
  examples: ["mimo-v2.5-pro", "mimo-v2.5"],
  quirks: mimoQuirks,
  notes: [
    "A token plan has its own address, such as https://token-plan-ams.xiaomimimo.com/v1 (Messages: /anthropic/v1).",
    "Its web search is a plugin that must be switched on in its console.",
  ],
};
