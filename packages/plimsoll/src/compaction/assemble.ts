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
  /** The item with the beginning and the end of its text; the very item where it has no more tokens than that. */
  excerpt(item: W, tokens: number): W;
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
  const putSummary = (): void => {
    if (!summary) return;
    items.push(summary);
    origins.push(-1);
  };
  window.items.forEach((item, index) => {
    if (index === at) putSummary();
    const bounds = kept.get(index);
    if (bounds === undefined && !(index === outline.summary?.index && !summary)) return;
    const origin = window.origins[index] ?? -1;
    const stays = bounds === true ? input.evidence(item, origin) : item;
    items.push(index === plan.cut?.index ? input.excerpt(stays, plan.cut.tokens) : stays);
    origins.push(origin);
  });
  if (at >= window.items.length) putSummary();
  return { items, origins };
}

/** Where the first removed item stood (one that is cut counts as removed), or behind the last one; before the block it would otherwise split. */
export function summaryPosition(outline: Outline, plan: Plan): number {
  return beforeBlock(
    outline,
    plan,
    plan.summaryBehind ? behindRemoved(outline, plan) : firstRemoved(outline, plan),
  );
}

function firstRemoved(outline: Outline, plan: Plan): number {
  let position = outline.summary?.index ?? Number.MAX_SAFE_INTEGER;
  const leaving = plan.cut ? [plan.cut.position, ...plan.remainder] : plan.remainder;
  for (const removed of leaving) {
    position = Math.min(position, outline.blocks[removed]?.indexes[0] ?? position);
  }
  return position;
}

function behindRemoved(outline: Outline, plan: Plan): number {
  const removed = plan.remainder.flatMap((position) => outline.blocks[position]?.indexes ?? []);
  return removed.reduce((last, index) => Math.max(last, index), outline.summary?.index ?? -1) + 1;
}

function beforeBlock(outline: Outline, plan: Plan, wanted: number): number {
  let position = wanted;
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
