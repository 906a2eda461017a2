import { firstChange } from "../summarize/assemble.js";
import type { Growth, PlannedCompaction } from "../compaction.js";
import type { CostEstimate, CostReport } from "./cost-report.js";
import type { ModelPrices } from "../../tokens/prices.js";
import type { Decision, Trigger } from "./decide.js";
import type { Engine } from "../engine.js";
import { evidenceLimit, takesEvidence } from "./plan.js";
import type { SessionState } from "../follow/session-state.js";

/** Only these wait for a better price; the others must be followed. */
const PATIENT: ReadonlySet<Trigger> = new Set(["soft", "percentage"]);

/** The decision with its cost, changed to waiting if the policy lets the cost decide. */
export function weighCost<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  planned: PlannedCompaction<W>,
): Decision {
  const { decision } = planned;
  if (engine.policy.cost === "off") return decision;
  const cost = priceOf(engine, session, planned);
  const waits =
    engine.policy.cost === "decide" && PATIENT.has(decision.trigger) && (cost.estimate?.net ?? 0) < 0;
  engine.events.emit(session.sessionId, {
    event: "compact.cost",
    mode: engine.policy.cost,
    action: waits ? "wait" : "compact",
    priced: cost.estimate !== undefined,
    reason: cost.reason,
    turns: cost.turns,
    requests_per_turn: cost.requestsPerTurn,
    growth_per_turn: cost.tokensPerTurn,
    t_est: cost.tokensBefore,
    t_after: cost.tokensAfter,
    ...(cost.estimate
      ? {
          saves: cost.estimate.saves,
          summary_cost: cost.estimate.summary,
          prefix_cost: cost.estimate.prefix,
          net: cost.estimate.net,
          compactions_now: cost.estimate.compactions.now,
          compactions_waiting: cost.estimate.compactions.waiting,
        }
      : {}),
  });
  if (!waits) return { ...decision, cost };
  return { ...decision, action: "none", reason: `${decision.reason} Waits: ${cost.reason}`, cost };
}

function priceOf<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  planned: PlannedCompaction<W>,
): CostReport {
  const { measurement, decision, plan, tokensBefore } = planned;
  const tokensAfter = Math.max(
    0,
    measurement.tokens - Math.round((tokensBefore - plan.tokens) * measurement.calibration),
  );
  const looked = {
    ...perTurn(planned.growth, measurement.calibration),
    turns: engine.policy.costHorizonTurns,
    tokensBefore: measurement.tokens,
    tokensAfter,
  };
  const prices = engine.pricesOf(engine.model);
  const summary = summaryCall(engine, planned);
  if (prices === undefined) return { ...looked, reason: unknownPrices(engine.model) };
  if (summary.unpriced !== undefined) return { ...looked, reason: summary.unpriced };
  const estimate = estimateCost({
    prices,
    ...(summary.call ? { summary: summary.call } : {}),
    tokensBefore: measurement.tokens,
    tokensAfter,
    tokensUnchanged: Math.round(unchangedTokens(engine, planned) * measurement.calibration),
    hardLimit: decision.hardLimit,
    requests: looked.turns * looked.requestsPerTurn,
    growth: looked.tokensPerTurn / looked.requestsPerTurn,
    cachedShare: session.cachedShare,
  });
  const verb = estimate.net < 0 ? "costs" : "saves";
  const amount = Math.abs(estimate.net).toFixed(4);
  return {
    ...looked,
    estimate,
    reason: `compacting now ${verb} $${amount} over ${looked.turns} turns in total.`,
  };
}

function perTurn(growth: Growth, calibration: number): Pick<CostReport, "requestsPerTurn" | "tokensPerTurn"> {
  const turns = Math.max(1, growth.turns);
  return {
    requestsPerTurn: Math.max(1, growth.requests / turns),
    tokensPerTurn: (growth.tokens * calibration) / turns,
  };
}

const unknownPrices = (model: string): string =>
  `the prices of the model ${JSON.stringify(model)} are unknown.`;

/** The request for the summary at the prices of its model, or why these are not known; nothing if no model writes it. */
function summaryCall<W extends object>(
  engine: Engine<W>,
  { outline, plan }: PlannedCompaction<W>,
): { readonly call?: CostInput["summary"]; readonly unpriced?: string } {
  const { model } = engine.summarizer;
  if (model === undefined || plan.summaryTokens === 0 || !engine.policy.summarize) return {};
  const prices = engine.pricesOf(model);
  if (prices === undefined) return { unpriced: unknownPrices(model) };
  if (prices.output === undefined)
    return { unpriced: `the output price of the summarizer's model ${JSON.stringify(model)} is unknown.` };
  const removed = plan.remainder.reduce((sum, position) => sum + (outline.blocks[position]?.tokens ?? 0), 0);
  const inputTokens = removed + (outline.summary?.tokens ?? 0);
  const { input, output } = prices;
  return { call: { prices: { input, output }, inputTokens, outputTokens: plan.summaryTokens } };
}

/** Tokens of the request before the first item that leaves or changes. */
function unchangedTokens<W extends object>(
  engine: Engine<W>,
  { outline, plan, window, measurement }: PlannedCompaction<W>,
): number {
  const bounded = [...plan.keep].flatMap((position) => {
    const block = outline.blocks[position];
    const takes = block?.tool === true && takesEvidence(plan, position, block.pinned);
    return takes && block.tokens > evidenceLimit(plan) ? [block.indexes[0] ?? 0] : [];
  });
  const first = bounded.reduce((least, index) => Math.min(least, index), firstChange(outline, plan));
  let tokens = measurement.fixed;
  for (const item of window.items.slice(0, first)) tokens += engine.meter.tokens(item);
  return tokens;
}

/** The inputs of the decision whether a compaction pays off. Tokens are those of whole requests. */
export interface CostInput {
  readonly prices: ModelPrices;
  /** The request for the summary; absent if no model writes it. */
  readonly summary?: {
    readonly prices: Required<Pick<ModelPrices, "input" | "output">>;
    readonly inputTokens: number;
    readonly outputTokens: number;
  };
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** The part of the request before the first change: it stays in the provider's cache. */
  readonly tokensUnchanged: number;
  /** A request over this must be compacted. */
  readonly hardLimit: number;
  /** Requests that are expected to come. */
  readonly requests: number;
  /** Tokens by which each of them is longer than the one before. */
  readonly growth: number;
  /** The cached share of repeated input, from 0 to 1. */
  readonly cachedShare: number;
}

const MILLION = 1_000_000;
/** Requests beyond these are not looked at. */
const MOST_REQUESTS = 10_000;

/**
 * Simulates the coming requests twice, compacting now and waiting for the hard limit, and compares the costs.
 * Over the hard limit nothing can wait, so the simulation ignores it. New tokens cost the same either way and are
 * left out.
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
