import { PLAIN_MESSAGES } from "./plain-messages.js";
import { PLAIN_RESPONSES } from "./plain-responses.js";
import { readsTextOnly } from "./reads-text-only.js";
import type { Quirks, Vendor } from "./vendor.js";

const STRICT = /deepseek-v|kimi-k2|mimo/iu;
const EFFORTS = {
  none: "none",
  minimal: "minimal",
  low: "low",
  medium: "medium",
  high: "high",
  xhigh: "xhigh",
  max: "xhigh",
};

function openrouterQuirks(model: string): Quirks {
  return {
    chat: {
      images: !readsTextOnly(model),
      imageDetail: true,
      files: true,
      strictSchemas: true,
      thinking: { byDefault: false, effortField: "reasoning.effort", efforts: EFFORTS },
      replay: "always",
      reasoningField: "reasoning",
      strictReplay: STRICT.test(model),
      lateDetails: true,
      thinkTags: true,
      webSearch: "openrouter_tool",
    },
    responses: { ...PLAIN_RESPONSES, tools: ["function", "web_search"] },
    anthropic: PLAIN_MESSAGES,
  };
}

export const openrouter: Vendor = {
  name: "openrouter",
  title: "OpenRouter",
  baseUrl: "https://openrouter.ai/api/v1",
  protocols: ["chat", "responses", "anthropic"],
  auth: "bearer",
  keyEnv: "OPENROUTER_API_KEY",
  examples: ["anthropic/claude-sonnet-4.6", "deepseek/deepseek-v4-pro"],
  quirks: openrouterQuirks,
  notes: ["Calls are told when the answer ends: what must be sent back with them may come last."],
};
