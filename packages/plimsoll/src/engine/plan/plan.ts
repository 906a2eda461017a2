import { type BlockCut, type Candidate, heldTokens, ladder } from "./ladder.js";
import type { Outline } from "./outline.js";
import type { PlanInput, PlannedPlaces } from "./plan-input.js";
import { SummaryReserve } from "./summary-reserve.js";

/** What stays, what goes to the summarizer, and the proof that it fits. */
export interface Plan {
  readonly feasible: true;
  /** The rung of the ladder that fits: `supersede`, `mask`, `turns:6 pairs:4`, `evidence:300`, `cut`, `summary`… */
  readonly rung: string;
  readonly keepRecentTurns: number;
  readonly keepToolIoPairs: number;
  /** Positions of the blocks that stay, pinned ones included. */
  readonly keep: ReadonlySet<number>;
  /** Positions of the blocks that go, oldest first. */
  readonly remainder: readonly number[];
  /** Results longer than this, in kept blocks that are not pinned, are replaced by evidence; 0 for none. */
  readonly evidenceTokens: number;
  /** Only results of more tokens than this give way to evidence; absent for those of more than `evidenceTokens`. */
  readonly evidenceOver?: number;
  /** Positions from here on keep their results as they are; absent where none do. */
  readonly evidenceBefore?: number;
  /** A kept message of which only so many tokens stay; absent where all stay whole. */
  readonly cut?: BlockCut;
  /** The summary stands behind what it replaces, not before what is kept. */
  readonly summaryBehind?: true;
  /** Most tokens of the new summary message; 0 keeps the window's summary as it is. */
  readonly summaryTokens: number;
  /** Upper bound of the resulting list. */
  readonly tokens: number;
}

/** Proof that no rung fits. */
export interface Infeasible {
  readonly feasible: false;
  /** The least that must stay: pinned blocks, the newest user message and the shortest summary. */
  readonly floor: number;
  /** The part of it that the newest user message needs, unless it is pinned. */
  readonly held: number;
  /** The part of it that the shortest summary would not need if nothing had to be said. */
  readonly must: number;
  readonly budget: number;
}

/** Walks the ladder from the gentlest rung down and takes the first that fits the budget. Pure. */
export function plan(input: PlanInput): Plan | Infeasible {
  const { outline, budget } = input;
  const reserve = new SummaryReserve(input);
  for (const candidate of ladder(input, reserve)) {
    const result = tryCandidate(input, candidate, reserve);
    if (result) return result;
  }
  const parts = split(outline, []);
  const least = Math.max(reserve.least, reserve.must(parts.keep));
  const held = heldTokens(input);
  const floor = outline.pinnedTokens + notesOf(input, { ...parts, untouched: false }) + held + least;
  return { feasible: false, floor, held, must: least - reserve.least, budget };
}

function tryCandidate(input: PlanInput, candidate: Candidate, reserve: SummaryReserve): Plan | undefined {
  const { outline, budget } = input;
  const summaryTokens = outline.summary?.tokens ?? 0;
  const kept = wholeBlocks(new Set(candidate.keep), candidate.cut);
  const keptTokens = [...kept].reduce((sum, position) => sum + (outline.blocks[position]?.tokens ?? 0), 0);
  const removed = outline.totalTokens - outline.pinnedTokens - keptTokens;
  const untouched = removed === summaryTokens && !candidate.last;
  const parts = split(outline, candidate.keep);
  const fixed =
    outline.pinnedTokens + candidate.tokens + notesOf(input, { ...candidate, ...parts, untouched });
  const must = untouched ? 0 : reserve.must(wholeBlocks(parts.keep, candidate.cut));
  const least = untouched ? summaryTokens : reserve.wanted(removed, { last: candidate.last, must });
  if (fixed + least > budget) return undefined;
  if (candidate.keep.length === 0 && outline.pinnedTokens === 0 && least === 0) return undefined;
  const granted = untouched ? 0 : reserve.granted(removed, { left: budget - fixed, must });
  return {
    feasible: true,
    rung: candidate.rung,
    keepRecentTurns: candidate.turns,
    keepToolIoPairs: candidate.pairs,
    ...parts,
    evidenceTokens: candidate.evidenceTokens,
    ...(candidate.evidenceOver === undefined ? {} : { evidenceOver: candidate.evidenceOver }),
    ...(candidate.evidenceBefore === undefined ? {} : { evidenceBefore: candidate.evidenceBefore }),
    ...(candidate.cut ? { cut: candidate.cut } : {}),
    ...(candidate.summaryBehind ? { summaryBehind: true as const } : {}),
    summaryTokens: granted,
    tokens: fixed + Math.max(least, granted),
  };
}

const notesOf = (
  { noteTokens, policy }: PlanInput,
  { keep, remainder, summaryBehind, untouched }: PlannedPlaces & { readonly untouched: boolean },
): number =>
  noteTokens?.(
    { keep, remainder, ...(summaryBehind ? { summaryBehind } : {}) },
    policy.summarize && !untouched,
  ) ?? 0;

/** The blocks that stay, pinned ones included, and those that go. */
function split(outline: Outline, kept: readonly number[]): Pick<Plan, "keep" | "remainder"> {
  const keep = new Set(kept);
  const remainder: number[] = [];
  outline.blocks.forEach((block, position) => {
    if (block.pinned) keep.add(position);
    else if (!keep.has(position)) remainder.push(position);
  });
  return { keep, remainder };
}

/** The blocks that stay whole: what they say need not be said again. */
export function wholeBlocks(keep: ReadonlySet<number>, cut: BlockCut | undefined): ReadonlySet<number> {
  if (!cut) return keep;
  return new Set([...keep].filter((position) => position !== cut.position));
}

/** True if the results of a kept block may give way to evidence. */
export function takesEvidence(plan: Plan, position: number, pinned: boolean): boolean {
  return plan.evidenceTokens > 0 && !pinned && position < (plan.evidenceBefore ?? Number.POSITIVE_INFINITY);
}

/** Results of more tokens than this give way to evidence where their block takes any. */
export const evidenceLimit = ({ evidenceTokens, evidenceOver }: Plan): number =>
  evidenceOver ?? evidenceTokens;
