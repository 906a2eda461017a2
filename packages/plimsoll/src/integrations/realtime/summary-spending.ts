import type { PreparedCompaction } from "../../engine/commit/prepared-compaction.js";
import type { RealtimeItem } from "../../formats/realtime/realtime.js";
import type { Summarizer, SummaryRequest } from "../../summarizers/summarizer.js";
import type { NormalizedUsage } from "../../tokens/normalize-usage.js";
import { lookUpPrices, type PriceOverrides } from "../../tokens/prices.js";
import type { SummaryCost } from "./realtime-summary.js";

interface Spent extends NormalizedUsage {
  readonly model: string | undefined;
}

const MILLION = 1_000_000;
const NOTHING: SummaryCost = { inputTokens: 0, outputTokens: 0, dollars: 0 };

/** The usage that summarizing models report, until a summary is made from it. */
export class SummarySpending {
  readonly #prices: PriceOverrides | undefined;
  /** The models of the summarizers, by the names of these. */
  readonly #models = new Map<string, string>();
  #spent: Spent[] = [];

  constructor(prices?: PriceOverrides) {
    this.#prices = prices;
  }

  /** The same summarizer, whose reported usage is recorded. */
  watch(summarizer: Summarizer): Summarizer {
    const { name, model } = summarizer;
    if (model !== undefined) this.#models.set(name, model);
    const watched = (request: SummaryRequest): SummaryRequest => ({
      ...request,
      onUsage: (usage) => {
        this.#spent.push({ ...usage, model });
        request.onUsage?.(usage);
      },
    });
    const revise = summarizer.revise?.bind(summarizer);
    return {
      name,
      ...(model === undefined ? {} : { model }),
      summarize: (request) => summarizer.summarize(watched(request)),
      ...(revise ? { revise: (instruction, request) => revise(instruction, watched(request)) } : {}),
    };
  }

  /**
   * The cost of a summary by all usage that was reported since the summary before, failed attempts included; estimated if
   * the model that wrote it reports none.
   */
  take(prepared: PreparedCompaction<RealtimeItem>, summarizer: string): SummaryCost {
    const spent = this.#spent;
    this.#spent = [];
    if (spent.length > 0) return this.#price(spent);
    const model = this.#models.get(summarizer);
    if (model === undefined) return NOTHING;
    const inputTokens = prepared.plan.items
      .filter(({ fate }) => fate === "summarized" || fate === "summary")
      .reduce((sum, { tokens }) => sum + tokens, 0);
    const estimate = { model, inputTokens, outputTokens: prepared.summaryTokens, cachedTokens: 0 };
    return { ...this.#price([estimate]), isEstimate: true };
  }

  #price(spent: readonly Spent[]): SummaryCost {
    const sum = (of: (one: Spent) => number): number => spent.reduce((total, one) => total + of(one), 0);
    const dollars = sum((one) => this.#dollars(one) ?? Number.NaN);
    const model = spent.findLast((one) => one.model !== undefined)?.model;
    return {
      ...(model === undefined ? {} : { model }),
      inputTokens: sum(({ inputTokens }) => inputTokens),
      outputTokens: sum(({ outputTokens }) => outputTokens),
      ...(Number.isNaN(dollars) ? {} : { dollars }),
    };
  }

  #dollars({ model, inputTokens, cachedTokens, outputTokens }: Spent): number | undefined {
    const prices = model === undefined ? undefined : lookUpPrices(model, this.#prices);
    if (prices?.output === undefined) return undefined;
    const cached = Math.min(cachedTokens, inputTokens);
    const input = (inputTokens - cached) * prices.input + cached * prices.cachedInput;
    return (input + outputTokens * prices.output) / MILLION;
  }
}
