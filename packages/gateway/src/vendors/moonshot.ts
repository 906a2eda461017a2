import { PLAIN_MESSAGES } from "./plain-messages.js";
import { PLAIN_RESPONSES } from "./plain-responses.js";
import type { Quirks, Vendor } from "./vendor.js";

const SWITCHED = /^kimi-k2\.[5-9]/iu;
const ALWAYS_THINKING = /^kimi-k2-thinking|^kimi-k[3-9]/iu;
const SEES = /^kimi-k2\.[5-9]|^kimi-k[3-9]|vision/iu;

function moonshotQuirks(model: string): Quirks {
  const isSwitched = SWITCHED.test(model);
  const isThinking = isSwitched || ALWAYS_THINKING.test(model);
  return {
    chat: {
      images: SEES.test(model),
      imageAddresses: false,
      alwaysMaxTokens: true,
      // Temperature and top_p are fixed; any other value is refused.
      sampling: !/^kimi-/iu.test(model),
      parallelCalls: false,
      typedSchemas: true,
      structuredOutput: "json_object",
      cacheKey: "prompt_cache_key",
      webSearch: "builtin_function",
      ...(isThinking && {
        forcedChoice: "without_thinking",
        replay: "always",
        strictReplay: true,
        thinking: {
          byDefault: true,
          ...(isSwitched && {
            on: { thinking: { type: "enabled" } },
            off: { thinking: { type: "disabled" } },
          }),
        },
      }),
    },
    responses: PLAIN_RESPONSES,
    anthropic: PLAIN_MESSAGES,
  };
}

export const moonshot: Vendor = {
  name: "moonshot",
  title: "Moonshot (Kimi)",
  baseUrl: "https://api.moonshot.ai/v1",
  addresses: { anthropic: "https://api.moonshot.ai/anthropic/v1" },
  protocols: ["chat", "responses", "anthropic"],
  auth: "bearer",
  keyEnv: "MOONSHOT_API_KEY",
  examples: ["kimi-k2.6", "kimi-k2-thinking", "kimi-k3", "moonshot-v1-128k"],
  quirks: moonshotQuirks,
  notes: [
    "Keys of api.moonshot.ai and api.moonshot.cn are not interchangeable.",
    "api.kimi.com/coding serves listed coding agents only and refuses this gateway with 403; that is not worked around.",
    "Its web search works without thinking only: it is left out where the client asks for an effort, and for models that always think.",
  ],
};
