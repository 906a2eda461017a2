import type { Checkpoint, CompactionReport } from "plimsoll";
import { lookUpPrices, type NormalizedUsage, type PriceOverrides } from "plimsoll/tokens";
import type { Route } from "../routes/route.js";
import type { CompactionAccount, CompactionOrigin, Degradation, SummaryCost } from "./compaction-account.js";
import type { ClientApi } from "./compactors.js";

export interface AccountInput {
  readonly origin: CompactionOrigin;
  /** @default "gateway" */
  readonly by?: "gateway" | "upstream";
  readonly api: ClientApi;
  readonly route: Route;
  readonly itemsBefore: number;
  /** Tokens of the conversation where nothing was compacted. */
  readonly tokens: number;
  /** Absent if nothing was compacted. */
  readonly report?: CompactionReport;
  readonly checkpoint?: Checkpoint;
  /** The model that writes summaries on this route, if one does. */
  readonly summaryModel?: string;
  readonly degraded: readonly Degradation[];
  readonly prices?: PriceOverrides;
}

/** The embedded summarizer's name in reports. */
const EMBEDDED = "extractive";

/** How a compaction was made, for its owner. */
export function accountOf(input: AccountInput): CompactionAccount {
  const { origin, api, route, itemsBefore, tokens, report, checkpoint, degraded } = input;
  return {
    origin,
    by: input.by ?? "gateway",
    api,
    model: route.model,
    upstream: route.upstream.name,
    upstreamModel: route.upstreamModel,
    itemsBefore,
    ...(report ? reported(report, input) : untouched(tokens)),
    ...(checkpoint ? { checkpoint } : {}),
    degraded,
  };
}

type Reported = Omit<
  CompactionAccount,
  "origin" | "by" | "api" | "model" | "upstream" | "upstreamModel" | "itemsBefore" | "degraded"
>;

function reported(report: CompactionReport, { summaryModel, prices }: AccountInput): Reported {
  const { tokensBefore, tokensAfter, summaryTokens, removed, summarizer, template, fidelity } = report;
  const isByModel = summarizer !== EMBEDDED && summarizer !== "none";
  return {
    tokensBefore,
    tokensAfter,
    summaryTokens,
    archived: report.id,
    removed,
    summarizer,
    ...(isByModel && summaryModel !== undefined ? { summaryModel } : {}),
    template,
    cost: costOf(report.usage ?? [], summaryModel, prices),
    ...(fidelity ? { fidelity } : {}),
  };
}

const untouched = (tokens: number): Reported => ({
  tokensBefore: tokens,
  tokensAfter: tokens,
  summaryTokens: 0,
  removed: [],
  summarizer: "none",
  template: "none",
  cost: costOf([], undefined, undefined),
});

const MILLION = 1_000_000;

function costOf(
  usage: readonly NormalizedUsage[],
  model: string | undefined,
  overrides: PriceOverrides | undefined,
): SummaryCost {
  const sum = (of: (one: NormalizedUsage) => number): number =>
    usage.reduce((total, one) => total + of(one), 0);
  const inputTokens = sum((one) => one.inputTokens);
  const cachedTokens = sum((one) => one.cachedTokens);
  const outputTokens = sum((one) => one.outputTokens);
  const cost = { requests: usage.length, inputTokens, cachedTokens, outputTokens };
  if (usage.length === 0) return { ...cost, dollars: 0 };
  const prices = model === undefined ? undefined : lookUpPrices(model, overrides);
  if (prices?.output === undefined) return cost;
  const { input, cachedInput, output } = prices;
  const total = (inputTokens - cachedTokens) * input + cachedTokens * cachedInput + outputTokens * output;
  return { ...cost, dollars: total / MILLION };
}
