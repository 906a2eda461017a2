import type { Outline } from "./outline.js";
import { type Plan, takesEvidence } from "./plan.js";
import type { Projection } from "./compaction-record.js";

export interface AssembleInput<W extends object> {
  readonly window: Projection<W>;
  readonly outline: Outline;
  readonly plan: Plan;
  /** The new summary message; absent to leave the window's own where it is. */
  readonly summary?: W;
  /** Evidence in place of a kept item (and its origin); the very item where nothing is replaced. */
  evidence(item: W, origin: number): W;
}

/** The new window: what the plan keeps, in order, with the summary where the first removed item stood. */
export function assemble<W extends object>(input: AssembleInput<W>): Projection<W> {
  const { window, outline, plan, summary } = input;
  /** For each kept index whether its results may give way to evidence. */
  const kept = new Map<number, boolean>();
  for (const position of plan.keep) {
    const block = outline.blocks[position];
    const evidence = takesEvidence(plan, position, block?.pinned === true);
    for (const index of block?.indexes ?? []) kept.set(index, evidence);
  }
  const at = summaryPosition(outline, plan);
  const items: W[] = [];
  const origins: number[] = [];
  window.items.forEach((item, index) => {
    if (summary && index === at) {
      items.push(summary);
      origins.push(-1);
    }
    const bounds = kept.get(index);
    if (bounds === undefined && !(index === outline.summary?.index && !summary)) return;
    const origin = window.origins[index] ?? -1;
    items.push(bounds === true ? input.evidence(item, origin) : item);
    origins.push(origin);
  });
  return { items, origins };
}

/** Where the first removed item stood; before the block it would otherwise split. */
export function summaryPosition(outline: Outline, plan: Plan): number {
  let position = outline.summary?.index ?? Number.MAX_SAFE_INTEGER;
  for (const removed of plan.remainder) {
    position = Math.min(position, outline.blocks[removed]?.indexes[0] ?? position);
  }
  const spans = [...plan.keep].map((keep) => outline.blocks[keep]?.indexes ?? []);
  for (let moved = true; moved; ) {
    moved = false;
    for (const indexes of spans) {
      const [first, last] = [indexes[0] ?? 0, indexes.at(-1) ?? 0];
      if (first < position && position <= last) {
        position = first;
        moved = true;
      }
    }
  }
  return position;
}
