import type { ModelPrices } from "../../tokens/prices.js";

/** What the decision whether a compaction pays is made of. Tokens are those of whole requests. */
export interface CostInput {
  readonly prices: ModelPrices;
  /** The summary's request; absent where no model writes it. */
  readonly summary?: {
    readonly prices: ModelPrices;
    readonly inputTokens: number;
    readonly outputTokens: number;
  };
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** How much of the request stands before the first change: it stays in the provider's cache. */
  readonly tokensUnchanged: number;
  /** A request over this must be compacted. */
  readonly hardLimit: number;
  /** Requests that are expected to come. */
  readonly requests: number;
  /** Tokens by which each of them is longer than the one before. */
  readonly growth: number;
  /** The share of what is sent again that the provider has in its cache, from 0 to 1. */
  readonly cachedShare: number;
}

/** In dollars. */
export interface CostEstimate {
  /** What the coming requests cost less for being shorter. */
  readonly saves: number;
  /** The summary's request. */
  readonly summary: number;
  /** What follows the first change is sent uncached once. */
  readonly prefix: number;
  /** Compactions within the coming requests: this one and those after it, and those where this one is not made. */
  readonly compactions: { readonly now: number; readonly waiting: number };
  /** What is saved less what is spent; below zero if it is cheaper to wait. */
  readonly net: number;
}

const MILLION = 1_000_000;
/** Requests beyond these are not looked at. */
const MOST_REQUESTS = 10_000;

/**
 * Plays the coming requests twice, compacting now and waiting for the hard limit, and compares what is paid; over the
 * hard limit, where nothing can wait, as if there were none. New tokens cost the same either way and are left out.
 */
export function estimateCost(input: CostInput): CostEstimate {
  const { prices, summary, tokensBefore, tokensAfter } = input;
  const share = Math.min(1, Math.max(0, input.cachedShare));
  const resent = (share * prices.cachedInput + (1 - share) * prices.input) / MILLION;
  const written = (prices.cacheWrite ?? prices.input) / MILLION;
  const changed = Math.max(0, tokensAfter - input.tokensUnchanged);
  const prefixCost = changed * Math.max(0, written - resent);
  const summaryCost = summary
    ? (summary.inputTokens * summary.prices.input + summary.outputTokens * summary.prices.output) / MILLION
    : 0;
  const now = play(tokensAfter, input.hardLimit, input);
  const canWait = tokensBefore <= input.hardLimit;
  const waiting = play(tokensBefore, canWait ? input.hardLimit : Number.POSITIVE_INFINITY, input);
  const compactions = { now: now.compactions + 1, waiting: waiting.compactions };
  const saves = (waiting.tokens - now.tokens) * resent;
  const net = saves - (summaryCost + prefixCost) * (compactions.now - compactions.waiting);
  return { saves, summary: summaryCost, prefix: prefixCost, compactions, net };
}

/** Tokens that the coming requests send, and how often the window has to be compacted for them. */
function play(start: number, limit: number, input: CostInput): { tokens: number; compactions: number } {
  const requests = Math.min(MOST_REQUESTS, Math.max(0, Math.round(input.requests)));
  const growth = Math.max(0, input.growth);
  let [window, tokens, compactions] = [start, 0, 0];
  for (let request = 0; request < requests; request++) {
    if (window > limit && input.tokensAfter < window) {
      window = input.tokensAfter;
      compactions++;
    }
    tokens += window;
    window += growth;
  }
  return { tokens, compactions };
}

/** What was found out about the price of a compaction, for the decision and its event. */
export interface CostReport {
  /** The turns that were looked ahead, and what the session's turns were like so far. */
  readonly turns: number;
  readonly requestsPerTurn: number;
  readonly tokensPerTurn: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** Absent where a price is not known: then nothing is decided by cost. */
  readonly estimate?: CostEstimate;
  /** One sentence with the numbers in it. */
  readonly reason: string;
}
