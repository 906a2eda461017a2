import { isUserTurn } from "./is-user-turn.js";
import type { Outline } from "./outline.js";
import type { PlannedPlaces } from "./plan-input.js";

/** What may come back into a window that has room left. */
export interface TopUp {
  /** Tokens that are free. */
  readonly room: number;
  /** Tokens of the user's earlier messages that may come back. */
  readonly userTokens: number;
  /** Other blocks come back too, the newest first. */
  readonly blocks: boolean;
}

/**
 * Removed blocks that fit into the room that a plan leaves: the user's messages, newest first, then the blocks right
 * before the kept ones.
 */
export function topUp(
  { blocks }: Outline,
  { remainder, cut }: PlannedPlaces,
  options: TopUp,
): readonly number[] {
  if (cut !== undefined) return [];
  const tokens = (position: number): number => blocks[position]?.tokens ?? 0;
  const back = new Set<number>();
  let left = options.room;
  let forUser = Math.min(left, options.userTokens);
  for (const position of remainder.toReversed()) {
    if (!isUserTurn(blocks[position]) || tokens(position) > forUser) continue;
    back.add(position);
    forUser -= tokens(position);
    left -= tokens(position);
  }
  for (const position of options.blocks ? remainder.toReversed() : []) {
    if (back.has(position)) continue;
    left -= tokens(position);
    if (left < 0) break;
    back.add(position);
  }
  return [...back];
}

/** The plan with these blocks back in its window. */
export function withBlocks<P extends PlannedPlaces & { readonly tokens: number }>(
  plan: P,
  { blocks }: Outline,
  back: readonly number[],
): P {
  if (back.length === 0) return plan;
  const keep = new Set([...plan.keep, ...back]);
  const tokens = back.reduce((sum, position) => sum + (blocks[position]?.tokens ?? 0), plan.tokens);
  return { ...plan, keep, remainder: plan.remainder.filter((position) => !keep.has(position)), tokens };
}
