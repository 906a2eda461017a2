import type { AnthropicQuirks } from "../protocols/anthropic/anthropic-quirks.js";

/** The part of the Messages API that everybody knows who serves other models than Claude by it. */
export const PLAIN_MESSAGES: Partial<AnthropicQuirks> = {
  thinking: "budget",
  thinksByItself: false,
  thinkingOff: "disabled",
  efforts: [],
  boundThinking: false,
  sampling: true,
  outputFormat: false,
  webSearch: false,
  cacheMarks: false,
  contextManagement: "none",
};
