import type { AnswerUsage } from "../../answers/answer-event.js";
import { isRecord } from "../../json/is-record.js";
import type { JsonRecord } from "../../json/json-record.js";

function count(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;
}

const records = (value: unknown): JsonRecord => (isRecord(value) ? value : {});

/** Reads usage; undefined if it counts no prompt, which means that nothing was counted. */
export function chatUsage(value: unknown): AnswerUsage | undefined {
  const usage = records(value);
  const input = count(usage["prompt_tokens"]);
  if (input === undefined || input === 0) return undefined;
  const prompt = records(usage["prompt_tokens_details"]);
  const completion = records(usage["completion_tokens_details"]);
  const cached =
    count(prompt["cached_tokens"]) ??
    count(usage["prompt_cache_hit_tokens"]) ??
    count(usage["cached_tokens"]) ??
    0;
  const output = count(usage["completion_tokens"]) ?? 0;
  const reasoning = count(completion["reasoning_tokens"]) ?? count(usage["reasoning_tokens"]) ?? 0;
  // xAI counts reasoning beside the completion; its total shows it.
  const apart = reasoning > 0 && count(usage["total_tokens"]) === input + output + reasoning;
  return {
    inputTokens: input,
    cachedTokens: Math.min(cached, input),
    cacheWriteTokens: count(prompt["cache_write_tokens"]) ?? 0,
    outputTokens: apart ? output + reasoning : output,
    reasoningTokens: apart ? reasoning : Math.min(reasoning, output),
  };
}
