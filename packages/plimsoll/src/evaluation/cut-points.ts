import { buildBlocks } from "../conversation/build-blocks.js";
import type { ItemView } from "../conversation/item-view.js";
import { pairItems } from "../conversation/pairing.js";

export interface MeasuredItem {
  readonly view: ItemView;
  readonly tokens: number;
}

/** The number of items before each cut: nearest to these shares of the tokens, where no call is pending. */
export function cutPoints(entries: readonly MeasuredItem[], shares: readonly number[]): number[] {
  const inside = positionsInsideBlocks(entries.map(({ view }) => view));
  const total = entries.reduce((sum, { tokens }) => sum + tokens, 0);
  const best = shares.map(() => ({ cut: 0, distance: Number.POSITIVE_INFINITY }));
  let before = 0;
  for (const [index, { tokens }] of entries.entries()) {
    before += tokens;
    const cut = index + 1;
    if (inside.has(cut)) continue;
    for (const [which, share] of shares.entries()) {
      const distance = Math.abs(before - share * total);
      if (distance < (best[which]?.distance ?? 0)) best[which] = { cut, distance };
    }
  }
  const cuts = best.map(({ cut }) => cut).filter((cut) => cut > 0 && cut < entries.length);
  return [...new Set(cuts)].sort((a, b) => a - b);
}

/** The cuts that would separate a call from its result, or reasoning from its item. */
function positionsInsideBlocks(views: readonly ItemView[]): ReadonlySet<number> {
  const opened: number[] = Array.from({ length: views.length + 1 }, () => 0);
  for (const { indexes } of buildBlocks(views, pairItems(views))) {
    const [first, last] = [indexes[0] ?? 0, indexes.at(-1) ?? 0];
    opened[first + 1] = (opened[first + 1] ?? 0) + 1;
    opened[last + 1] = (opened[last + 1] ?? 0) - 1;
  }
  let open = 0;
  const inside = new Set<number>();
  for (const [cut, change] of opened.entries()) {
    open += change;
    if (open > 0) inside.add(cut);
  }
  return inside;
}
