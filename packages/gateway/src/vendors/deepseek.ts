import { PLAIN_MESSAGES } from "./plain-messages.js";
import type { Quirks, Vendor } from "./vendor.js";

const SWITCHED = /deepseek-v[4-9]/iu;
const REASONER = /reasoner/iu;
const OLD_REASONER = /-r1/iu;
const EFFORTS = { minimal: "high", low: "high", medium: "high", high: "high", xhigh: "max", max: "max" };

function deepseekQuirks(model: string): Quirks {
  const isSwitched = SWITCHED.test(model);
  const isThinking = isSwitched || REASONER.test(model);
  return {
    chat: {
      images: false,
      parallelCalls: false,
      structuredOutput: "json_object",
      // The first reasoner refuses what later ones demand.
      replay: OLD_REASONER.test(model) ? "never" : "calls",
      ...(isThinking && {
        forcedChoice: "without_thinking",
        strictReplay: true,
        thinking: {
          byDefault: true,
          ...(isSwitched && {
            on: { thinking: { type: "enabled" } },
            off: { thinking: { type: "disabled" } },
            effortField: "reasoning_effort",
            efforts: EFFORTS,
          }),
        },
      }),
    },
    anthropic: PLAIN_MESSAGES,
  };
}

export const deepseek: Vendor = {
  name: "deepseek",
  title: "DeepSeek",
  baseUrl: "https://api.deepseek.com/v1",
  addresses: { anthropic: "https://api.deepseek.com/anthropic/v1" },
  protocols: ["chat", "anthropic"],
  auth: "bearer",
  keyEnv: "DEEPSEEK_API_KEY",
  examples: ["deepseek-v4-pro", "deepseek-reasoner", "deepseek-chat", "deepseek-r1"],
  quirks: deepseekQuirks,
  notes: ["JSON schemas are said in the prompt: the API enforces JSON, but no schema."],
};
