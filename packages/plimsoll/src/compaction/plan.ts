import { type Candidate, candidates } from "./ladder.js";
import type { PlanInput } from "./plan-input.js";
import { SummaryReserve } from "./summary-reserve.js";

/** What stays, what goes to the summarizer, and the proof that it fits. */
export interface Plan {
  readonly feasible: true;
  /** The rung of the ladder that fits: `turns:6 pairs:4`, `evidence:300`, `cut`, `summary`… */
  readonly rung: string;
  readonly keepRecentTurns: number;
  readonly keepToolIoPairs: number;
  /** Positions of the blocks that stay, pinned ones included. */
  readonly keep: ReadonlySet<number>;
  /** Positions of the blocks that go, oldest first. */
  readonly remainder: readonly number[];
  /** Results longer than this, in kept blocks that are not pinned, are replaced by evidence; 0 for none. */
  readonly evidenceTokens: number;
  /** Most tokens of the new summary message; 0 keeps the window's summary as it is. */
  readonly summaryTokens: number;
  /** Upper bound of the resulting list. */
  readonly tokens: number;
}

/** Proof that no rung fits. */
export interface Infeasible {
  readonly feasible: false;
  /** The least that must stay: pinned blocks and the shortest summary. */
  readonly floor: number;
  readonly budget: number;
}

/** Walks the ladder from the gentlest rung down and takes the first that fits the budget. Pure. */
export function plan(input: PlanInput): Plan | Infeasible {
  const { outline, budget } = input;
  const reserve = new SummaryReserve(input);
  for (const candidate of candidates(input, reserve)) {
    const result = tryCandidate(input, candidate, reserve);
    if (result) return result;
  }
  return { feasible: false, floor: outline.pinnedTokens + reserve.least, budget };
}

function tryCandidate(input: PlanInput, candidate: Candidate, reserve: SummaryReserve): Plan | undefined {
  const { outline, budget } = input;
  const keep = new Set(candidate.keep);
  const remainder: number[] = [];
  let removed = outline.summary?.tokens ?? 0;
  outline.blocks.forEach((block, position) => {
    if (block.pinned) keep.add(position);
    if (keep.has(position)) return;
    remainder.push(position);
    removed += block.tokens;
  });
  const fixed = outline.pinnedTokens + candidate.tokens;
  const untouched = remainder.length === 0 && !candidate.last;
  const least = untouched ? (outline.summary?.tokens ?? 0) : reserve.wanted(removed, candidate.last);
  if (fixed + least > budget) return undefined;
  if (keep.size === 0 && least === 0) return undefined;
  const summaryTokens = untouched ? 0 : reserve.granted(removed, budget - fixed);
  return {
    feasible: true,
    rung: candidate.rung,
    keepRecentTurns: candidate.turns,
    keepToolIoPairs: candidate.pairs,
    keep,
    remainder,
    evidenceTokens: candidate.evidenceTokens,
    summaryTokens,
    tokens: fixed + Math.max(least, summaryTokens),
  };
}
