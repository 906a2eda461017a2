import { CompactError } from "../../errors/compact-error.js";
import type { Call } from "../call.js";
import type { Compaction, PlannedCompaction } from "../compaction.js";
import { constraintsDoNotFit } from "../summarize/check-summary.js";
import type { Engine } from "../engine.js";
import type { Measurement } from "../follow/measure.js";
import { BREVITIES, type Brevity } from "../../facts/checkpoint/within-brevity.js";
import { currentFacts } from "../follow/session-facts.js";
import { type Infeasible, LEAST_BODY, type Plan } from "./plan.js";
import { type PlannableWindow, plannableWindow } from "./plannable-window.js";
import { isUserTurn } from "./is-user-turn.js";
import type { Outline } from "./outline.js";
import type { NewestUserFate } from "./plan-input.js";
import type { SessionState } from "../follow/session-state.js";

/** After an overflow the list shrinks at least to this share, whatever the estimator thinks of it. */
const LEARNED_SHRINK = 0.75;

/** A requested compaction aims at this share of the list, if possible. */
const MANUAL_SHARE = 0.5;
/** Where that cannot be had, of at most this share. */
const MANUAL_MOST_SHARE = 0.6;
/** After a requested compaction, this share of the list must be new before another one is worthwhile. */
const MANUAL_NEW_SHARE = 0.1;
/** Extra room if the target leaves none: for a summary and some of the newest work. */
const ROOM_SHARE = 1 / 8;
const MOST_ROOM = 4096;
/**
 * The minimum room for a summary next to the newest user message under a strict target: this share of it, within bounds;
 * more beside a message that is mostly pasted, unless it is the one that all the work is for.
 */
const STRICT_SHARE = 0.2;
const STRICT_SHARE_BESIDE_PASTE = 0.6;
const LEAST_STRICT_ROOM = 128;
const MOST_STRICT_ROOM = 4096;

/** A compaction with its plan, or why there is nothing to do. */
export type FoundPlan<W extends object> = PlannedCompaction<W> | { readonly idle: string };

/**
 * The plan for the target. If the target cannot be reached with the newest user message whole: the smallest
 * window above it, up to the hard limit; then with that message cut. With `withoutEvidence`, outputs count at
 * full size, because evidence did not shorten them enough.
 */
export async function findPlan<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  compaction: Compaction<W> & { readonly withoutEvidence?: boolean },
): Promise<FoundPlan<W>> {
  const { withoutEvidence = false } = compaction;
  const idle = nothingToDo(session, compaction);
  if (idle !== undefined) return { idle };
  const facts = await currentFacts(engine, session);
  const budgets = budgetsOf(compaction);
  const cap = budgets.isExplicit ? undefined : summaryCap(engine, compaction);
  const ready = await plannableWindow(engine, session, { ...compaction, ...facts, withoutEvidence });
  let proof = NO_PROOF;
  for (const brevity of BREVITIES) {
    const found = firstFeasible(ready, { budgets, summaryCap: cap, brevity });
    if (!("plan" in found)) {
      proof = found;
      // Nothing is gained by saying less of what need not be said.
      if (proof.must === 0) break;
      continue;
    }
    const { plan: _, mustKeep, evidenceFor, ...parts } = ready;
    const plan = { ...parts, plan: found.plan, budget: found.budget };
    if (isIdle(engine, compaction, { ...plan, target: budgets.target }))
      return { idle: idleReason(compaction, plan) };
    return {
      ...compaction,
      ...facts,
      ...plan,
      mustKeep: mustKeep(brevity),
      brevity,
      supersededCount: supersededCount(plan),
      evidence: evidenceFor(found.plan),
      fill: { to: found.fillTo, blocks: budgets.isExplicit },
      ...remarkOn(plan, budgets.target),
    };
  }
  return cannotFit(engine, compaction, proof);
}

const NO_PROOF: Infeasible = { feasible: false, floor: 0, held: 0, must: 0, budget: 0 };

interface FeasiblePlan {
  readonly plan: Plan;
  readonly budget: number;
  readonly fillTo: number;
}

/** The first attempt that fits; otherwise why the last one does not. */
function firstFeasible<W extends object>(
  ready: PlannableWindow<W>,
  input: { readonly budgets: Budgets; readonly summaryCap: number | undefined; readonly brevity: Brevity },
): FeasiblePlan | Infeasible {
  const { budgets, summaryCap: cap, brevity } = input;
  let proof = NO_PROOF;
  for (const { newestUser, besideNewest = 0, ...attempt } of attempts(budgets, ready.outline)) {
    const budget = attempt.budget(proof);
    if (budget === undefined) continue;
    const fillTo = Math.min(budget, budgets.target);
    const summaryCap = cap ?? budget;
    const found = ready.plan({ budget, fillTo, summaryCap, newestUser, besideNewest, brevity });
    if (found.feasible) return { plan: found, budget, fillTo };
    proof = found;
    // Only the newest user message may exceed what the caller asked for.
    if (budgets.isExplicit && proof.floor - proof.held > budgets.target) break;
  }
  return proof;
}

/** The plan without the other inputs of a compaction. */
type BarePlan<W extends object> = Pick<
  PlannedCompaction<W>,
  "plan" | "outline" | "shown" | "superseded" | "tokensBefore"
>;

/** A plan that frees fewer tokens than this is not carried out. */
function leastGain<W extends object>(engine: Engine<W>, compaction: Compaction<W>): number {
  const { call, decision, measurement } = compaction;
  const isForced = call.manual || decision.trigger === "hard" || decision.trigger === "overflow";
  return isForced ? 1 : Math.ceil(engine.policy.minGainPct * measurement.max);
}

/** How many outputs of kept blocks are replaced with notes. */
function supersededCount<W extends object>({ outline, plan, superseded }: BarePlan<W>): number {
  const stays = [...plan.keep].flatMap((position) => outline.blocks[position]?.indexes ?? []);
  return stays.reduce((sum, index) => sum + (superseded.get(index) ?? 0), 0);
}

/** True if carrying out the plan would change nothing, or too little to be worth it. */
function isIdle<W extends object>(
  engine: Engine<W>,
  compaction: Compaction<W>,
  found: BarePlan<W> & { readonly budget: number; readonly target: number },
): boolean {
  const { plan, tokensBefore, budget, target } = found;
  const { measurement, decision } = compaction;
  if (budget > target && measurement.tokens <= decision.hardLimit && rewritesOnly(found)) return true;
  const nothing =
    plan.remainder.length === 0 &&
    plan.summaryTokens === 0 &&
    plan.evidenceTokens === 0 &&
    supersededCount(found) === 0;
  return nothing || tokensBefore - plan.tokens < Math.max(1, leastGain(engine, compaction));
}

/** True if only the existing summary would be rewritten: not worthwhile if the target is out of reach. */
function rewritesOnly<W extends object>({ plan: found, outline }: BarePlan<W>): boolean {
  if (found.remainder.length > 0 || found.cut) return false;
  return found.evidenceTokens === 0 || ![...found.keep].some((position) => outline.blocks[position]?.tool);
}

/** Why there is nothing to plan. */
function nothingToDo<W extends object>(
  session: SessionState<W>,
  { call, decision, measurement, window }: Compaction<W>,
): string | undefined {
  const explicit = call.options.targetTokens;
  const isOver = measurement.tokens > decision.hardLimit;
  if (explicit !== undefined && !isOver && listTokensOf(measurement) <= explicit)
    return `The list already fits ${explicit} tokens.`;
  if (window.items.length === 0) return "Nothing to remove.";
  const { record } = session.base;
  if (!isAskedFor(call) || explicit !== undefined || isOver || record?.trigger !== "manual") return undefined;
  const added = listTokensOf(measurement) - record.tokensAfter;
  return added < MANUAL_NEW_SHARE * listTokensOf(measurement)
    ? `Nothing to summarize: ${Math.max(0, added)} tokens came since the last compaction.`
    : undefined;
}

/** True if a person wants a compaction now, and expects to see one. */
const isAskedFor = ({ manual, options }: Call<object>): boolean => manual && options.ahead !== true;

const listTokensOf = ({ raw, fixed }: Measurement): number => raw - fixed;

function idleReason<W extends object>(
  { call }: Compaction<W>,
  { outline, tokensBefore }: BarePlan<W>,
): string {
  if (!call.manual) return "Nothing worth removing.";
  const newest = outline.newestUser?.tokens ?? 0;
  const pinned = outline.pinnedTokens;
  return `Nothing to summarize: of ${tokensBefore} tokens, ${newest} are the newest user message and ${pinned} always stay.`;
}

/** The decision's remark about a plan that exceeds its target, or that cuts the newest user message. */
function remarkOn<W extends object>(
  { plan: found, outline }: BarePlan<W>,
  target: number,
): { readonly remark?: string } {
  const newest = outline.newestUser;
  if (newest && found.cut?.index === newest.index)
    return {
      remark: `The newest user message of ${newest.tokens} tokens does not fit; ${found.cut.tokens} tokens of it stay.`,
    };
  if (found.tokens <= target) return {};
  return {
    remark: `The list exceeds its target of ${target} tokens: ${newest ? `the newest user message of ${newest.tokens} tokens stays whole` : "nothing more can leave"}.`,
  };
}

interface Budgets {
  readonly target: number;
  /** The caller named the target. */
  readonly isExplicit: boolean;
  /** The target must not be exceeded. */
  readonly isStrict: boolean;
  /** The size to aim at for a requested compaction if the target cannot be reached. */
  readonly expected?: number;
  readonly limit: number;
}

/** Budgets for the list alone, in the estimator's own tokens: the target and the maximum. */
function budgetsOf<W extends object>({ call, decision, measurement }: Compaction<W>): Budgets {
  const { targetTokens: explicit } = call.options;
  const isAsked = isAskedFor(call);
  const listTokens = listTokensOf(measurement);
  // What the provider reported may be more than what the estimator makes of it.
  const factor = Math.max(measurement.calibration, measurement.tokens / Math.max(1, measurement.raw));
  const forList = (tokens: number): number => Math.floor(tokens / factor) - measurement.fixed;
  const most =
    decision.trigger === "overflow" ? Math.floor(listTokens * LEARNED_SHRINK) : Number.POSITIVE_INFINITY;
  const hard = Math.min(forList(decision.hardLimit), most);
  const wanted = isAsked
    ? Math.min(forList(decision.target), Math.floor(listTokens * MANUAL_SHARE))
    : forList(decision.target);
  const expected = Math.min(Math.floor(listTokens * MANUAL_MOST_SHARE), hard);
  return {
    isExplicit: explicit !== undefined,
    isStrict: explicit !== undefined && call.options.strictTarget === true,
    target: Math.min(explicit ?? wanted, hard),
    limit: hard,
    ...(isAsked && explicit === undefined ? { expected } : {}),
  };
}

interface Attempt {
  readonly newestUser: NewestUserFate;
  readonly besideNewest?: number;
  /** Undefined if this attempt could do no better than the failed one before. */
  budget(failed: Infeasible): number | undefined;
}

/** From the best down: the newest user message whole at the target, above it, at the limit; then cut. */
function* attempts({ target, expected, limit, isStrict }: Budgets, outline: Outline): Generator<Attempt> {
  if (isStrict) {
    yield* strictAttempts(target, isPastedLater(outline) ? STRICT_SHARE_BESIDE_PASTE : STRICT_SHARE);
    return;
  }
  const above = ({ floor }: Infeasible): number | undefined => {
    const room = Math.max(Math.min(MOST_ROOM, target * ROOM_SHARE), usefulTokens(2 * floor));
    const budget = floor + Math.ceil(room);
    return budget > target && budget < limit ? budget : undefined;
  };
  yield { newestUser: "stays", besideNewest: usefulTokens(target), budget: () => target };
  if (expected !== undefined) yield { newestUser: "stays", budget: () => expected };
  yield { newestUser: "stays", budget: above };
  yield { newestUser: "stays", budget: () => limit };
  yield { newestUser: "cut", budget: () => target };
  yield { newestUser: "cut", budget: () => limit };
}

/**
 * A strict target: the newest user message stays if a summary has room next to it; otherwise the summary includes
 * it.
 */
function* strictAttempts(target: number, share: number): Generator<Attempt> {
  const room = Math.max(LEAST_STRICT_ROOM, Math.ceil(target * share));
  yield { newestUser: "stays", besideNewest: Math.min(MOST_STRICT_ROOM, room), budget: () => target };
  yield { newestUser: "goes", budget: () => target };
}

/** True if the newest user message is mostly pasted, and others of the user stand before it. */
function isPastedLater({ blocks, newestUser }: Outline): boolean {
  if (newestUser === undefined || blocks[newestUser.position]?.pasted !== true) return false;
  return blocks.findIndex(isUserTurn) < newestUser.position;
}

/** Beside the newest user message a summary has so many tokens at least, or this share of the budget, while there is more to be had. */
const USEFUL_TOKENS = 512;
const USEFUL_SHARE = 1 / 16;
const usefulTokens = (budget: number): number =>
  Math.min(USEFUL_TOKENS, Math.floor(Math.max(0, budget) * USEFUL_SHARE));

/** Nothing fits: harmless if the list can be sent unchanged, otherwise an error with the proof. */
function cannotFit<W extends object>(
  engine: Engine<W>,
  { sessionId, call, decision, measurement }: Compaction<W>,
  proof: Infeasible,
): { readonly idle: string } {
  const fitsAnyway =
    call.options.targetTokens === undefined &&
    measurement.tokens <= decision.hardLimit &&
    decision.trigger !== "overflow";
  if (fitsAnyway)
    return { idle: `The target of ${decision.target} cannot be reached: ${proof.floor} tokens must stay.` };
  const others = proof.floor - proof.must - proof.held;
  if (proof.must > 0 && others <= proof.budget) {
    // The floor without what must be said has room for the shortest body.
    const body = engine.policy.summarize ? LEAST_BODY : 0;
    throw constraintsDoNotFit(sessionId, {
      needed: proof.must + body,
      available: Math.max(0, proof.budget - others) + body,
    });
  }
  throw insufficientBudget(engine, sessionId, { measurement, ...proof });
}

function summaryCap<W extends object>(engine: Engine<W>, { call, measurement }: Compaction<W>): number {
  if (call.options.summaryMaxTokens !== undefined) return call.options.summaryMaxTokens;
  return engine.policy.summaryMaxTokens > 0
    ? engine.policy.summaryMaxTokens
    : Math.min(16_384, Math.max(1024, Math.floor(measurement.max / 16)));
}

export function insufficientBudget<W extends object>(
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
