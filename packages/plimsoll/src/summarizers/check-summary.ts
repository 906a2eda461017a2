import { CUES } from "../facts/cues/cues.js";
import { PROMPT_OPENING } from "./templates/build-prompt.js";

export interface SummaryLimits {
  readonly maxTokens: number;
  /** Tokens of the items that the summary replaces. */
  readonly replacedTokens: number;
  count(text: string): number;
  /**
   * True if the summarized items contain the line: then it is a quotation, not a failure of the summarizer.
   */
  quoted?(line: string): boolean;
}

export type Acceptance = { readonly accepted: true } | { readonly accepted: false; readonly reason: string };

const MAX_FAILURE_LENGTH = 600;
const HTML_PAGE = /^\s{0,20}<(?:!doctype html|html|head|body)\b/i;
const ECHO = /<<<DATA-[0-9a-f]{16} /;

function isErrorObject(text: string): boolean {
  if (!text.startsWith("{") || text.length > 10_000) return false;
  try {
    const value = JSON.parse(text) as Record<string, unknown>;
    return "error" in value || "errors" in value || value["type"] === "error";
  } catch {
    return false;
  }
}

function failureReason(text: string): string | undefined {
  if (HTML_PAGE.test(text)) return "it is an HTML page";
  if (isErrorObject(text)) return "it is a JSON error object";
  if (text.length > MAX_FAILURE_LENGTH) return undefined;
  if (CUES.has("refusal", text)) return "it is a refusal";
  return CUES.has("failure text", text) ? "it is an error text" : undefined;
}

/** Whether a summary is acceptable: not empty, not too large, not an error, a refusal or an echo. */
export function checkSummary(text: string, limits: SummaryLimits): Acceptance {
  const trimmed = text.trim();
  const refuse = (reason: string): Acceptance => ({ accepted: false, reason });
  if (trimmed === "") return refuse("it is empty");
  if (!/[\p{L}\p{N}]/u.test(trimmed)) return refuse("it holds no word");
  if (trimmed.startsWith(PROMPT_OPENING) || ECHO.test(trimmed)) return refuse("it repeats the prompt");
  const firstLine = trimmed.split("\n", 1)[0] ?? trimmed;
  const failure = failureReason(trimmed);
  if (failure !== undefined && limits.quoted?.(firstLine) !== true) return refuse(failure);
  const tokens = limits.count(text);
  if (tokens > limits.maxTokens) return refuse(`it has ${tokens} tokens, allowed are ${limits.maxTokens}`);
  if (tokens >= limits.replacedTokens) {
    return refuse(`it has ${tokens} tokens and stands for ${limits.replacedTokens}: nothing would be gained`);
  }
  return { accepted: true };
}
