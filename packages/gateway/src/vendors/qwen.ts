import { PLAIN_MESSAGES } from "./plain-messages.js";
import { PLAIN_RESPONSES } from "./plain-responses.js";
import type { Quirks, Vendor } from "./vendor.js";

const ONLY_THINKING = /thinking|^qwq/iu;
const HYBRID = /^qwen(?:3|-plus|-turbo|-flash)/iu;
const NEVER_THINKING = /coder|instruct/iu;
const THINKS_BY_DEFAULT = /^qwen3\.[5-9]/iu;
const SEES = /vl|omni|^qwen3\.[5-9]-(?:plus|flash)/iu;

function qwenQuirks(model: string): Quirks {
  const isHybrid = HYBRID.test(model) && !ONLY_THINKING.test(model) && !NEVER_THINKING.test(model);
  return {
    chat: {
      images: SEES.test(model),
      structuredOutput: "json_object",
      webSearch: "enable_search",
      forcedChoice: "without_thinking",
      thinking: {
        byDefault: ONLY_THINKING.test(model) || (isHybrid && THINKS_BY_DEFAULT.test(model)),
        ...(isHybrid && { on: { enable_thinking: true }, off: { enable_thinking: false } }),
      },
    },
    responses: { ...PLAIN_RESPONSES, tools: ["function", "web_search"] },
    anthropic: PLAIN_MESSAGES,
  };
}

export const qwen: Vendor = {
  name: "qwen",
  title: "Alibaba Model Studio (Qwen)",
  baseUrl: "https://dashscope-intl.aliyuncs.com/compatible-mode/v1",
  addresses: { anthropic: "https://dashscope-intl.aliyuncs.com/apps/anthropic/v1" },
  protocols: ["chat", "responses", "anthropic"],
  auth: "bearer",
  keyEnv: "DASHSCOPE_API_KEY",
  examples: ["qwen3.6-plus", "qwen3-max", "qwen3-coder-plus", "qwen3-235b-a22b-thinking-2507"],
  quirks: qwenQuirks,
  notes: [
    "In China the address is https://dashscope.aliyuncs.com/compatible-mode/v1 (Messages: https://dashscope.aliyuncs.com/apps/anthropic/v1), with a key of its own.",
  ],
};
