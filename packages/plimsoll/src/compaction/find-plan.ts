import { CompactError } from "../errors/compact-error.js";
import type { Call } from "./call.js";
import type { CompactRequest } from "./compact-request.js";
import { constraintsDoNotFit } from "./check-summary.js";
import type { Engine } from "./engine.js";
import type { Examined } from "./examine.js";
import { findSummary } from "./find-summary.js";
import { gatherFacts } from "./gather-facts.js";
import type { Measurement } from "./measure.js";
import { isIdle, type PlannedCompaction, planWindow } from "./plan-window.js";
import { pinningOf } from "./pinning.js";
import type { SessionState } from "./session-state.js";
import { LEAST_BODY } from "./summary-reserve.js";

/** After an overflow the list shrinks at least to this share, whatever the estimator thinks of it. */
const LEARNED_SHRINK = 0.75;

/** A carried-out plan, or why there is none to carry out. */
export type FoundPlan<W extends object> =
  | { readonly request: CompactRequest<W>; readonly planned: PlannedCompaction<W> }
  | { readonly idle: string };

/** The plan for the target; for the hard limit where the target cannot be reached. */
export async function findPlan<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  input: { readonly call: Call<W>; readonly examined: Examined<W> },
): Promise<FoundPlan<W>> {
  const { call, examined } = input;
  const { decision, measurement, window } = examined;
  const explicit = call.options.targetTokens;
  const listTokens = measurement.raw - measurement.fixed;
  if (explicit !== undefined && listTokens <= explicit)
    return { idle: `The list already fits ${explicit} tokens.` };
  if (window.items.length === 0) return { idle: "Nothing to remove." };
  const checkpoint = gatherFacts(engine, session);
  const forced = call.manual || decision.trigger === "hard" || decision.trigger === "overflow";
  let proof = { floor: 0, must: 0, budget: 0 };
  for (const budget of budgets(input, listTokens)) {
    const request: CompactRequest<W> = {
      window,
      setAside: examined.setAside,
      trigger: decision.trigger,
      budget,
      summaryCap: explicit === undefined ? summaryCap(engine, measurement) : budget,
      minGain: forced ? 1 : Math.ceil(engine.policy.minGainPct * measurement.max),
      isPinned: pinningOf(engine, session),
      findSummary: (items) => findSummary(engine, session, items),
      checkpoint,
      handedOver: session.facts.handedOver,
      ...(call.options.note === undefined ? {} : { note: call.options.note }),
      ...(call.options.signal ? { signal: call.options.signal } : {}),
    };
    const planned = await planWindow(engine, request);
    if ("feasible" in planned) {
      proof = planned;
      continue;
    }
    if (isIdle(planned, request.minGain)) return { idle: "Nothing worth removing." };
    return { request, planned };
  }
  const fitsAnyway =
    explicit === undefined && measurement.tokens <= decision.hardLimit && decision.trigger !== "overflow";
  if (fitsAnyway)
    return { idle: `The target of ${decision.target} cannot be reached: ${proof.floor} tokens must stay.` };
  if (proof.must > 0 && proof.floor - proof.must <= proof.budget) {
    // The floor without what must be said has room for the shortest body.
    const body = engine.policy.summarize ? LEAST_BODY : 0;
    throw constraintsDoNotFit(session.sessionId, {
      needed: proof.must + body,
      available: Math.max(0, proof.budget - (proof.floor - proof.must)) + body,
    });
  }
  throw insufficientBudget(engine, session.sessionId, { measurement, ...proof });
}

/** Budgets for the list alone, in the estimator's own tokens: the target, then the hard limit. */
function budgets<W extends object>(
  { call, examined }: { readonly call: Call<W>; readonly examined: Examined<W> },
  listTokens: number,
): number[] {
  const { decision, measurement } = examined;
  if (call.options.targetTokens !== undefined) return [call.options.targetTokens];
  const forList = (tokens: number): number =>
    Math.floor(tokens / measurement.calibration) - measurement.fixed;
  const most =
    decision.trigger === "overflow" ? Math.floor(listTokens * LEARNED_SHRINK) : Number.POSITIVE_INFINITY;
  return [forList(decision.target), forList(decision.hardLimit)].map((budget) => Math.min(budget, most));
}

function summaryCap<W extends object>(engine: Engine<W>, measurement: Measurement): number {
  return engine.policy.summaryMaxTokens > 0
    ? engine.policy.summaryMaxTokens
    : Math.min(16_384, Math.max(1024, Math.floor(measurement.max / 16)));
}

function insufficientBudget<W extends object>(
  engine: Engine<W>,
  sessionId: string,
  input: { readonly measurement: Measurement; readonly floor: number; readonly budget: number },
): CompactError {
  const { fixed } = input.measurement;
  const { floor, budget } = input;
  engine.events.emit(sessionId, { event: "compact.insufficient_budget", fixed, floor, budget });
  return new CompactError(
    "INSUFFICIENT_BUDGET",
    `The request cannot fit: ${fixed} tokens of instructions and tools are fixed, at least ${floor} tokens of items ` +
      `must stay, and ${Math.max(0, budget)} are left for items. Raise the target, shorten the instructions, or protect less.`,
    { details: { fixed, floor, budget } },
  );
}
