import type { Steps } from "../../collections/in-turns.js";
import type { Candidates } from "./candidates.js";
import { Packer } from "./packer.js";
import { takeUserText, userReserve } from "./take-user-text.js";

/** Packs beyond the budget, so that the exact count has something to choose from. */
const SURPLUS = 1.3;

/** Takes required units, in order, while they fit. */
function takeRequired(packer: Packer, { units, costs }: Candidates, budget: number): void {
  let left = budget;
  for (let unit = 0; unit < units.length && units[unit]?.kind === "required"; unit++) {
    const cost = costs[unit] ?? 0;
    if (cost > left) continue;
    packer.take([unit]);
    left -= cost;
  }
}

/**
 * The units in order of merit, for a budget in estimated tokens and somewhat beyond: a prefix is the choice for
 * any smaller budget.
 */
export function* packUnits(candidates: Candidates, budget: number, userShare?: number): Steps<number[]> {
  const packer = new Packer(candidates);
  const limit = budget * SURPLUS;
  takeRequired(packer, candidates, budget);
  const free = budget - packer.spent;
  takeUserText(packer, candidates, {
    budget: free,
    reserve: userShare === undefined ? userReserve(candidates, free) : userShare * free,
  });
  yield* packer.takeBest(
    candidates.units.map((_, index) => index),
    limit - packer.spent,
  );
  packer.takeRest(limit - packer.spent);
  packer.takeOversized();
  return packer.order;
}
