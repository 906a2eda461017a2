import { type Block, buildBlocks } from "../../conversation/build-blocks.js";
import type { ItemView } from "../../conversation/item-view.js";
import type { CallSite } from "../../conversation/open-calls.js";
import { type Pairing, pairItems } from "../../conversation/pairing.js";
import type { Format, ItemParts } from "../../formats/format.js";
import { madeOnce } from "../made-once.js";
import { restOfItem, wordsOfItem } from "../plan/rest-of-item.js";

/** Replaces a result that was never recorded. */
const MISSING_RESULT_TEXT = "[no result was recorded for this call]";

/** A list that every provider accepts, and how it differs from the one that was given. */
export interface Repair<W> {
  readonly items: readonly W[];
  /** The position of each item in the given list; -1 for an added item. */
  readonly origins: readonly number[];
  /** Positions of the set-aside items in the given list. */
  readonly setAside: readonly number[];
  /** Positions in the given list of the items that stay in another form: without some of their parts, or with a result that was missing. */
  readonly trimmed: readonly number[];
  readonly orphanResults: number;
  readonly duplicateCalls: number;
  readonly missingResults: number;
}

/**
 * Repairs malformed tool messages. Sets aside orphan results and duplicate calls, and items that hold nothing
 * else; other content of an item stays. Adds a result for a call that was never answered. Does not touch calls of
 * the last step that still wait.
 */
export function repairItems<W extends object>(
  items: readonly W[],
  views: readonly ItemView[],
  format: Format<W>,
): Repair<W> {
  const pairing = pairItems(views);
  const blocks = buildBlocks(views, pairing);
  const rests = restsOf(items, { views, format, pairing, blocks });
  const missing = pairing.missingResults.filter((site) => !rests.has(site.index) || rests.get(site.index));
  const answers = answersBehind(blocks, missing);
  const repaired: W[] = [];
  const origins: number[] = [];
  const trimmed: number[] = [];
  items.forEach((item, index) => {
    const left = rests.has(index) ? rests.get(index) : item;
    const { stays, added } = answer(left, answers.get(index) ?? [], { items, format });
    if (stays) {
      repaired.push(stays);
      origins.push(index);
      if (stays !== item) trimmed.push(index);
    }
    for (const result of added) {
      repaired.push(result);
      origins.push(-1);
    }
  });
  return {
    items: repaired,
    origins,
    setAside: [...rests.keys()].filter((index) => rests.get(index) === undefined).sort((a, b) => a - b),
    trimmed,
    orphanResults: pairing.orphanResults.length,
    duplicateCalls: pairing.duplicateCalls.length,
    missingResults: missing.length,
  };
}

interface Broken<W extends object> {
  readonly views: readonly ItemView[];
  readonly format: Format<W>;
  readonly pairing: Pairing;
  readonly blocks: readonly Block[];
}

/** What remains of every item that a provider would refuse; undefined if nothing does. */
function restsOf<W extends object>(
  items: readonly W[],
  { views, format, pairing, blocks }: Broken<W>,
): ReadonlyMap<number, W | undefined> {
  const rests = new Map<number, W | undefined>();
  const faults = faultsOf(pairing);
  if (faults.size === 0) return rests;
  for (const { indexes } of blocks) {
    if (!indexes.some((index) => faults.has(index))) continue;
    let falls = false;
    for (const index of indexes) {
      const parts = faults.get(index);
      const rest = parts && restOfItem(items[index] as W, parts, format);
      if (rest === "inseparable") falls = true;
      else if (parts) rests.set(index, rest);
    }
    const left = indexes.filter((index) => !rests.has(index) || rests.get(index));
    if (!falls && !leavesReasoning(left, views)) continue;
    for (const index of indexes) rests.set(index, wordsOfItem(items[index] as W, format));
  }
  return rests;
}

/** By item, the calls and results that a provider would refuse. */
function faultsOf({ orphans, duplicates }: Pairing): ReadonlyMap<number, ItemParts> {
  const faults = new Map<number, { calls: Set<number>; results: Set<number> }>();
  const partsOf = (index: number): { calls: Set<number>; results: Set<number> } => {
    const parts = faults.get(index) ?? { calls: new Set<number>(), results: new Set<number>() };
    faults.set(index, parts);
    return parts;
  };
  for (const { index, position } of orphans) partsOf(index).results.add(position);
  for (const { index, position } of duplicates) partsOf(index).calls.add(position);
  return faults;
}

/** True if reasoning is left without anything that came out of it, which its provider refuses. */
const leavesReasoning = (left: readonly number[], views: readonly ItemView[]): boolean =>
  left.some((index, place) => {
    const next = left[place + 1];
    return views[index]?.bindsNext === true && (next === undefined || views[next]?.role !== "assistant");
  });

/** Unanswered calls, by the position after which their results belong. */
function answersBehind(
  blocks: readonly Block[],
  missing: readonly CallSite[],
): ReadonlyMap<number, readonly CallSite[]> {
  const answers = new Map<number, CallSite[]>();
  if (missing.length === 0) return answers;
  const lastOf = new Map(
    blocks.flatMap(({ indexes }) => indexes.map((index) => [index, indexes.at(-1) ?? index])),
  );
  for (const site of missing) {
    const after = lastOf.get(site.index) ?? site.index;
    const sites = answers.get(after);
    if (sites === undefined) answers.set(after, [site]);
    else sites.push(site);
  }
  return answers;
}

/** Answers calls behind an item: in the item where results of parallel calls stand in one, else in items after it. */
function answer<W extends object>(
  item: W | undefined,
  sites: readonly CallSite[],
  { items, format }: { readonly items: readonly W[]; readonly format: Format<W> },
): { readonly stays: W | undefined; readonly added: readonly W[] } {
  const added: W[] = [];
  let stays = item;
  for (const site of sites) {
    const last = added.at(-1) ?? stays;
    const joined = last && joinedResult(last, site, format);
    if (!joined) added.push(missingResult(items[site.index] as W, site, format));
    else if (added.length > 0) added[added.length - 1] = joined;
    else stays = joined;
  }
  return { stays, added };
}

function joinedResult<W extends object>(wire: W, { call }: CallSite, format: Format<W>): W | undefined {
  if (!format.withAnswer) return undefined;
  const purpose = `${format.name} joined answer ${call.callId} ${call.name}`;
  return madeOnce(wire, purpose, () => format.withAnswer?.(wire, call, MISSING_RESULT_TEXT));
}

const missingResult = <W extends object>(wire: W, { call }: CallSite, format: Format<W>): W =>
  madeOnce(wire, `${format.name} answer ${call.callId} ${call.name}`, () =>
    format.result(call, MISSING_RESULT_TEXT),
  );
