import { inTurns } from "../../collections/in-turns.js";
import type { SummaryRequest } from "../summarizer.js";
import type { Candidates } from "./candidates.js";
import { packUnits } from "./pack-units.js";
import { type UnitKind, unitText } from "./unit.js";

/** A piece of the history that a summary may hold, word for word. */
export interface RankCandidate {
  /** Its number in an answer. */
  readonly number: number;
  readonly text: string;
  readonly kind: UnitKind;
}

/** Judges what matters: a model, or anything else that can read. */
export interface CandidateRanker {
  /** The numbers of those that matter, the most important first. Numbers that are not there are passed over. */
  rank(candidates: readonly RankCandidate[], request: SummaryRequest): Promise<readonly number[]>;
}

export interface RankOptions {
  /** @default 300 */
  readonly maxCandidates?: number;
  /** Told why a ranker gave nothing; the choice is then the code's own. */
  onFailure?(reason: string): void;
}

const MAX_CANDIDATES = 300;
/** Code chooses for this many budgets; a judge sees only what may have a place. */
const SHOWN_BUDGETS = 4;
/** How much more the first of a ranking is worth than an unranked unit. */
const MOST = 8;

/**
 * The `rank` of an extractive summarizer that asks a judge. The judge sees what code would choose for a larger
 * summary and says what matters; code still chooses, quotes and counts. If the judge fails, nothing changes.
 */
export function rankWith(
  ranker: CandidateRanker,
  { maxCandidates = MAX_CANDIDATES, onFailure }: RankOptions = {},
): (candidates: Candidates, request: SummaryRequest) => Promise<Candidates> {
  return async (candidates, request) => {
    const packed = await inTurns(packUnits(candidates, SHOWN_BUDGETS * request.maxTokens));
    const shown = packed.slice(0, maxCandidates).sort((one, other) => one - other);
    try {
      const asked = shown.flatMap((unit, index): RankCandidate[] => {
        const found = candidates.units[unit];
        return found === undefined ? [] : [{ number: index + 1, text: unitText(found), kind: found.kind }];
      });
      const ranked = [...new Set(await ranker.rank(asked, request))].flatMap(
        (number) => shown[number - 1] ?? [],
      );
      return withWeights(candidates, ranked);
    } catch (error) {
      onFailure?.(error instanceof Error ? error.message : String(error));
      return candidates;
    }
  };
}

/** Raises the ranked units, the first the most. */
function withWeights(candidates: Candidates, ranked: readonly number[]): Candidates {
  const weights = candidates.weights.slice();
  for (const [place, unit] of ranked.entries())
    weights[unit] = (weights[unit] || 1) * (1 + (MOST - 1) * (1 - place / ranked.length));
  return { ...candidates, weights };
}
