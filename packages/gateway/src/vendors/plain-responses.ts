import type { ResponsesQuirks } from "../protocols/responses/responses-quirks.js";

/** The part of the Responses API that everybody knows who serves it: messages, reasoning and functions, nothing stored. */
export const PLAIN_RESPONSES: Partial<ResponsesQuirks> = {
  items: ["message", "reasoning", "function_call", "function_call_output"],
  tools: ["function"],
  stateful: false,
  ownMetadata: false,
};
