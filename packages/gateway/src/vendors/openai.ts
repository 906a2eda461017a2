import type { Quirks, Vendor } from "./vendor.js";

/** Models that think before they answer: they take neither sampling settings nor the role `system`. */
const REASONING = /^(?:o\d|gpt-[5-9]|codex)/iu;
const CHATTY = /-chat|-search-(?:preview|api)/iu;
/** Over Chat only models made for it search the web. */
const SEARCHES = /-search-(?:preview|api)/iu;
const O_SERIES = /^o\d/iu;

const SAME = { minimal: "minimal", low: "low", medium: "medium", high: "high" };
const GPT_EFFORTS = { none: "none", ...SAME, xhigh: "xhigh", max: "max" };
const O_EFFORTS = { none: "low", ...SAME, minimal: "low", xhigh: "high", max: "high" };

/** What OpenAI's models want, wherever they are served. */
export function openaiQuirks(model: string): Quirks {
  const common = {
    strictSchemas: true,
    imageDetail: true,
    files: true,
    audio: model.includes("audio"),
    maxTokensField: "max_completion_tokens",
    cacheKey: "prompt_cache_key",
    webSearch: SEARCHES.test(model) ? "web_search_options" : "none",
  } as const;
  if (!REASONING.test(model) || CHATTY.test(model)) return { chat: common };
  const isOld = O_SERIES.test(model);
  return {
    chat: {
      ...common,
      systemRole: "developer",
      sampling: false,
      verbosity: !isOld,
      parallelCalls: !isOld,
      thinking: {
        byDefault: true,
        effortField: "reasoning_effort",
        efforts: isOld ? O_EFFORTS : GPT_EFFORTS,
      },
    },
  };
}

export const openai: Vendor = {
  name: "openai",
  title: "OpenAI",
  baseUrl: "https://api.openai.com/v1",
  protocols: ["responses", "chat"],
  auth: "bearer",
  keyEnv: "OPENAI_API_KEY",
  examples: ["gpt-5.4", "o4-mini", "gpt-4.1"],
  quirks: openaiQuirks,
  notes: ["Responses requests are passed on as they are."],
};
