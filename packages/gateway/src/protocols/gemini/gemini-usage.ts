import type { AnswerUsage } from "../../answers/answer-event.js";
import { isRecord } from "../../json/is-record.js";

/** What the API counted; undefined if it counted nothing. Thoughts are not among the candidates' tokens. */
export function geminiUsage(usage: unknown): AnswerUsage | undefined {
  if (!isRecord(usage)) return undefined;
  const inputTokens = count(usage["promptTokenCount"]) + count(usage["toolUsePromptTokenCount"]);
  const reasoningTokens = count(usage["thoughtsTokenCount"]);
  const outputTokens = count(usage["candidatesTokenCount"]) + reasoningTokens;
  if (inputTokens === 0 && outputTokens === 0) return undefined;
  const cachedTokens = count(usage["cachedContentTokenCount"]);
  return { inputTokens, cachedTokens, cacheWriteTokens: 0, outputTokens, reasoningTokens };
}

function count(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? Math.trunc(value) : 0;
}
