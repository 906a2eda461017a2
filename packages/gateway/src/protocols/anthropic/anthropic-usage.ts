import type { AnswerUsage } from "../../answers/answer-event.js";
import { isRecord } from "../../json/is-record.js";
import type { JsonRecord } from "../../json/json-record.js";

/** Lays what a later event says over what an earlier one said: numbers are cumulative, and some are left out. */
export function laterUsage(earlier: JsonRecord, later: unknown): JsonRecord {
  if (!isRecord(later)) return earlier;
  const said = Object.entries(later).filter(([, value]) => value !== null && value !== undefined);
  return { ...earlier, ...Object.fromEntries(said) };
}

/** What the API counted; undefined if it counted nothing. Its input does not include what was cached. */
export function anthropicUsage(usage: JsonRecord, outputBefore = 0): AnswerUsage | undefined {
  const cachedTokens = count(usage["cache_read_input_tokens"]);
  const cacheWriteTokens = count(usage["cache_creation_input_tokens"]);
  const inputTokens = count(usage["input_tokens"]) + cachedTokens + cacheWriteTokens;
  const outputTokens = count(usage["output_tokens"]) + outputBefore;
  if (inputTokens === 0 && outputTokens === 0) return undefined;
  const details = usage["output_tokens_details"];
  const reasoningTokens = isRecord(details) ? count(details["thinking_tokens"]) : 0;
  return { inputTokens, cachedTokens, cacheWriteTokens, outputTokens, reasoningTokens };
}

function count(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? Math.trunc(value) : 0;
}
