import type { RequestUsage, Usage } from "@openai/agents";
import type { NormalizedUsage } from "../../tokens/normalize-usage.js";

/** How the requests of a summarizing model are called among the requests of a run. */
export const SUMMARY_ENDPOINT = "plimsoll.summary";

/** The requests to a summarizing model, as the SDK lists requests. */
export function summaryEntries(usage: readonly NormalizedUsage[]): RequestUsage[] {
  return usage.map(entryOf);
}

const entryOf = (usage: NormalizedUsage): RequestUsage => ({
  inputTokens: usage.inputTokens,
  outputTokens: usage.outputTokens,
  totalTokens: usage.inputTokens + usage.outputTokens,
  inputTokensDetails: { cached_tokens: usage.cachedTokens },
  outputTokensDetails: {},
  endpoint: SUMMARY_ENDPOINT,
});

/** The fields of usage, whether the SDK's class holds them or the event of a stream. */
type UsageFields = Pick<Usage, "inputTokens" | "outputTokens" | "totalTokens"> & {
  requests?: number | undefined;
  inputTokensDetails?: Record<string, number> | Array<Record<string, number>> | undefined;
  outputTokensDetails?: Record<string, number> | Array<Record<string, number>> | undefined;
  requestUsageEntries?: UsageEntry[] | undefined;
};

/** One request, as the SDK's class or as the event of a stream has it. */
type UsageEntry = Pick<RequestUsage, "inputTokens" | "outputTokens" | "totalTokens"> & {
  inputTokensDetails?: Record<string, number> | undefined;
  outputTokensDetails?: Record<string, number> | undefined;
  endpoint?: string | undefined;
};

/**
 * The usage of a model call together with its summaries, for the SDK's own accounting. Writes out the entry of
 * the call itself, because the SDK adds one only if there is no other.
 */
export function withSummaries(usage: UsageFields, summaries: readonly RequestUsage[]): Partial<UsageFields> {
  if (summaries.length === 0) return {};
  const total = (key: "inputTokens" | "outputTokens" | "totalTokens"): number =>
    summaries.reduce((sum, entry) => sum + entry[key], usage[key]);
  const own = usage.requestUsageEntries?.length ? usage.requestUsageEntries : [ownEntry(usage)];
  return {
    requests: (usage.requests ?? 1) + summaries.length,
    inputTokens: total("inputTokens"),
    outputTokens: total("outputTokens"),
    totalTokens: total("totalTokens"),
    inputTokensDetails: [
      ...listOf(usage.inputTokensDetails),
      ...summaries.map((entry) => entry.inputTokensDetails),
    ],
    outputTokensDetails: [
      ...listOf(usage.outputTokensDetails),
      ...summaries.map((entry) => entry.outputTokensDetails),
    ],
    requestUsageEntries: [...own, ...summaries],
  };
}

function ownEntry(usage: UsageFields): RequestUsage {
  const { inputTokens, outputTokens, totalTokens } = usage;
  return {
    inputTokens,
    outputTokens,
    totalTokens,
    inputTokensDetails: listOf(usage.inputTokensDetails)[0] ?? {},
    outputTokensDetails: listOf(usage.outputTokensDetails)[0] ?? {},
  };
}

function listOf<T extends object>(value: T | T[] | undefined): T[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
