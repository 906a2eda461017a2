import type { Steps } from "../../collections/in-turns.js";
import type { ItemView } from "../../conversation/item-view.js";
import { gapPositions, type ShownItem, shownItem } from "../plan/gap-positions.js";
import type { Outline } from "../plan/outline.js";
import { type Plan, takesEvidence } from "../plan/plan.js";
import type { PlannedPlaces } from "../plan/plan-input.js";
import type { Projection } from "../follow/compaction-record.js";

export interface AssembleInput<W extends object> {
  readonly window: Projection<W>;
  readonly outline: Outline;
  readonly plan: Plan;
  /** The new summary message; absent to keep the window's own. */
  readonly summary?: W;
  /** Evidence in place of a kept item (and its origin); the same item if nothing is replaced. */
  evidence(item: W, origin: number): W;
  /** The item with the beginning and end of its text; the same item if it has no more tokens than that. */
  excerpt(item: W, tokens: number): W;
  /** The order that the provider of these items requires; absent if it accepts any. */
  readonly order?: WindowOrder<W>;
}

/** For providers that are strict about the order of speakers. */
export interface WindowOrder<W> {
  view(item: W): ItemView;
  /** A note of the user's side. */
  note(): W;
}

/** The new window: the kept items in order, with the summary at the place of the first removed item. */
export function* assemble<W extends object>(input: AssembleInput<W>): Steps<Projection<W>> {
  const { window, outline, plan, summary } = input;
  const kept = mayBeEvidence(outline, plan);
  const at = summaryPosition(outline, plan);
  const items: W[] = [];
  const origins: number[] = [];
  const putSummary = (): void => {
    if (!summary) return;
    items.push(summary);
    origins.push(-1);
  };
  for (const [index, item] of window.items.entries()) {
    if (index === at) putSummary();
    const bounds = kept.get(index);
    if (bounds === undefined && !(index === outline.summary?.index && !summary)) continue;
    const origin = window.origins[index] ?? -1;
    const stays = bounds === true ? input.evidence(item, origin) : item;
    items.push(index === plan.cut?.index ? input.excerpt(stays, plan.cut.tokens) : stays);
    origins.push(origin);
    if (stays !== item) yield;
  }
  if (at >= window.items.length) putSummary();
  return input.order ? withGapNotes({ items, origins }, window, input.order) : { items, origins };
}

/** Whether the results of each kept index may become evidence. */
function mayBeEvidence(outline: Outline, plan: Plan): ReadonlyMap<number, boolean> {
  const kept = new Map<number, boolean>();
  for (const position of plan.keep) {
    const block = outline.blocks[position];
    const evidence = takesEvidence(plan, position, block?.pinned === true);
    for (const index of block?.indexes ?? []) kept.set(index, evidence);
  }
  return kept;
}

/** Adds notes where the provider would refuse the new neighbours. */
function withGapNotes<W extends object>(
  { items, origins }: Projection<W>,
  before: Projection<W>,
  { view, note }: WindowOrder<W>,
): Projection<W> {
  const places = new Map(before.items.map((item, index) => [item, index]));
  const byOrigin = new Map(before.origins.map((origin, index) => [origin, index]));
  byOrigin.delete(-1);
  const shown = items.map((item, position) =>
    shownItem(view(item), places.get(item) ?? byOrigin.get(origins[position] ?? -1)),
  );
  const gaps = new Set(gapPositions(shown, isOpen(before.items, view)));
  if (gaps.size === 0) return { items, origins };
  const next: Projection<W> & { items: W[]; origins: number[] } = { items: [], origins: [] };
  for (let position = 0; position <= items.length; position++) {
    if (gaps.has(position)) {
      next.items.push(note());
      next.origins.push(-1);
    }
    const item = items[position];
    if (item === undefined) continue;
    next.items.push(item);
    next.origins.push(origins[position] ?? -1);
  }
  return next;
}

/** True if a list ends with the user's side: a message, or results. */
function isOpen<W>(items: readonly W[], view: (item: W) => ItemView): boolean {
  const role = items.length === 0 ? undefined : view(items.at(-1) as W).role;
  return role === "user" || role === "tool";
}

/** How many notes the window of a plan needs, with a new summary or without. */
export function countGapNotes<W extends object>(
  items: readonly W[],
  view: (item: W) => ItemView,
  planned: { readonly outline: Outline; readonly places: PlannedPlaces; readonly summary: boolean },
): number {
  const { outline, places, summary } = planned;
  const kept = keptIndexes(outline, places);
  if (!summary && outline.summary) kept.push(outline.summary.index);
  const shown: ShownItem[] = kept
    .sort((a, b) => a - b)
    .map((index) => shownItem(view(items[index] as W), index));
  if (summary) {
    const at = summaryPosition(outline, places);
    const position = shown.findIndex(({ place }) => (place ?? 0) >= at);
    const role = isUserSummary(items, view, { outline, places }) ? "user" : "assistant";
    shown.splice(position < 0 ? shown.length : position, 0, { place: undefined, role, calls: false });
  }
  return gapPositions(shown, isOpen(items, view)).length;
}

/**
 * True if a new summary needs the user role for a strict provider: it opens the list, ends it, or comes before
 * the assistant.
 */
export function isUserSummary<W extends object>(
  items: readonly W[],
  view: (item: W) => ItemView,
  { outline, places }: { readonly outline: Outline; readonly places: PlannedPlaces },
): boolean {
  const at = summaryPosition(outline, places);
  const said = keptIndexes(outline, places)
    .map((index) => ({ index, role: view(items[index] as W).role }))
    .filter(({ role }) => role !== "system" && role !== "developer")
    .sort((a, b) => a.index - b.index);
  const next = said.find(({ index }) => index >= at);
  return said[0] === next || next?.role === "assistant" || next === undefined;
}

const keptIndexes = (outline: Outline, { keep }: PlannedPlaces): number[] =>
  [...keep].flatMap((position) => outline.blocks[position]?.indexes ?? []);

/**
 * Behind the removed items that precede the first kept block of work, so that the user's earlier messages come first;
 * the place of the first removed item (a cut one counts as removed) if no such items were removed. Before a block that
 * it would otherwise split, and before a call that waits.
 */
function summaryPosition(outline: Outline, plan: PlannedPlaces): number {
  const first = firstRemoved(outline, plan);
  const wanted = Math.max(first, lastRemoved(outline, plan, firstWork(outline, plan, first)) + 1);
  const waiting = outline.blocks.find(({ waits }) => waits)?.indexes[0] ?? Number.MAX_SAFE_INTEGER;
  return beforeBlock(outline, plan, Math.min(wanted, waiting));
}

/** The place from which on a new window differs from the old one, apart from evidence. */
export const firstChange = (outline: Outline, plan: PlannedPlaces): number =>
  Math.min(firstRemoved(outline, plan), summaryPosition(outline, plan));

function firstRemoved(outline: Outline, plan: PlannedPlaces): number {
  let position = outline.summary?.index ?? Number.MAX_SAFE_INTEGER;
  const leaving = plan.cut ? [plan.cut.position, ...plan.remainder] : plan.remainder;
  for (const removed of leaving) {
    position = Math.min(position, outline.blocks[removed]?.indexes[0] ?? position);
  }
  return position;
}

/** The first item after `from` that stays and is no message of the user. */
function firstWork({ blocks }: Outline, { keep }: PlannedPlaces, from: number): number {
  const found = blocks.find(
    ({ indexes, opensTurn }, position) => (indexes[0] ?? 0) > from && keep.has(position) && !opensTurn,
  );
  return found?.indexes[0] ?? Number.MAX_SAFE_INTEGER;
}

/** The last removed item before `end`; -1 if there is none. */
function lastRemoved(outline: Outline, plan: PlannedPlaces, end: number): number {
  const removed = plan.remainder.flatMap((position) => outline.blocks[position]?.indexes ?? []);
  const summary = outline.summary ? [outline.summary.index] : [];
  return [...removed, ...summary].reduce((last, index) => (index < end ? Math.max(last, index) : last), -1);
}

function beforeBlock(outline: Outline, plan: PlannedPlaces, wanted: number): number {
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
