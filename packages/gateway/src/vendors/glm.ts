import { PLAIN_MESSAGES } from "./plain-messages.js";
import type { Quirks, Vendor } from "./vendor.js";

const THINKING = /glm-(?:4\.[5-9]|[5-9])/iu;
const KEEPS_THOUGHTS = /glm-(?:4\.[7-9]|[5-9])/iu;
const SEES = /glm-[\d.]+v/iu;

function glmQuirks(model: string): Quirks {
  const enabled = KEEPS_THOUGHTS.test(model)
    ? { thinking: { type: "enabled", clear_thinking: false } }
    : { thinking: { type: "enabled" } };
  return {
    chat: {
      images: SEES.test(model),
      parallelCalls: false,
      forcedChoice: "never",
      structuredOutput: "json_object",
      webSearch: "glm_tool",
      ...(THINKING.test(model) && {
        replay: "always",
        thinking: { byDefault: true, on: enabled, off: { thinking: { type: "disabled" } } },
        // Reasoning that is sent back is dropped unless the request asks to keep it.
        extraBody: KEEPS_THOUGHTS.test(model) ? enabled : {},
      }),
    },
    anthropic: PLAIN_MESSAGES,
  };
}

export const glm: Vendor = {
  name: "glm",
  title: "Z.ai (GLM)",
  baseUrl: "https://api.z.ai/api/paas/v4",
  addresses: { anthropic: "https://api.z.ai/api/anthropic/v1" },
  protocols: ["chat", "anthropic"],
  auth: "bearer",
  keyEnv: "ZAI_API_KEY",
  examples: ["glm-5.2", "glm-4.5", "glm-4.6v"],
  quirks: glmQuirks,
  notes: [
    "The coding plan has its own address: https://api.z.ai/api/coding/paas/v4.",
    "Use `glm-5.2`; the id `glm-5.2[1m]` of its documentation is refused.",
  ],
};
