import { PLAIN_RESPONSES } from "./plain-responses.js";
import type { Quirks, Vendor } from "./vendor.js";

const SMALL = /^grok-3-mini/iu;
const EFFORTS = {
  none: "low",
  minimal: "low",
  low: "low",
  medium: "low",
  high: "high",
  xhigh: "high",
  max: "high",
};

function xaiQuirks(model: string): Quirks {
  const isSmall = SMALL.test(model);
  return {
    chat: {
      images: !isSmall && !/code/iu.test(model),
      imageDetail: true,
      strictSchemas: true,
      cacheKey: "x-grok-conv-id",
      thinking: {
        byDefault: isSmall || !/non-reasoning/iu.test(model),
        // Later models refuse the field.
        ...(isSmall && { effortField: "reasoning_effort", efforts: EFFORTS }),
      },
    },
    responses: {
      ...PLAIN_RESPONSES,
      items: [
        "message",
        "reasoning",
        "function_call",
        "function_call_output",
        "web_search_call",
        "item_reference",
      ],
      tools: ["function", "web_search", "file_search", "code_interpreter", "mcp"],
      stateful: true,
    },
  };
}

export const xai: Vendor = {
  name: "xai",
  title: "xAI",
  baseUrl: "https://api.x.ai/v1",
  protocols: ["responses", "chat"],
  auth: "bearer",
  keyEnv: "XAI_API_KEY",
  examples: ["grok-4", "grok-3-mini"],
  quirks: xaiQuirks,
  notes: ["Web search works through its Responses API only."],
};
