import type { Format } from "../formats/format.js";
import { buildBlocks } from "../conversation/blocks.js";
import type { ItemView } from "../conversation/item-view.js";
import type { CallSite, Pairing } from "../conversation/pairing.js";
import { pairItems } from "../conversation/pairing.js";

/** What stands in for a result that was never recorded. */
const MISSING_RESULT_TEXT = "[no result was recorded for this call]";

/** A list that every provider accepts, and how it differs from the one that was given. */
export interface Repair<W> {
  readonly items: readonly W[];
  /** For each item its position in the given list; -1 for an item that was put in. */
  readonly origins: readonly number[];
  /** Positions in the given list of what was set aside. */
  readonly setAside: readonly number[];
  readonly orphanResults: number;
  readonly duplicateCalls: number;
  readonly missingResults: number;
}

/**
 * Repairs malformed tool messages: a block with an orphan result or a doubled call is set aside, a call that
 * was never answered gets a result that says so. Calls of the last step that still wait are left alone.
 */
export function repairItems<W extends object>(
  items: readonly W[],
  views: readonly ItemView[],
  format: Format<W>,
): Repair<W> {
  const pairing = pairItems(views);
  const blocks = buildBlocks(views, pairing);
  const bad = new Set([...pairing.orphanResults, ...pairing.duplicateCalls]);
  const setAside = new Set(
    blocks.filter((block) => block.indexes.some((index) => bad.has(index))).flatMap((block) => block.indexes),
  );
  const answers = new Map<number, CallSite[]>();
  const missing = pairing.missingResults.filter((site) => !setAside.has(site.index));
  if (missing.length > 0) {
    const lastOf = new Map(
      blocks.flatMap((block) => block.indexes.map((index) => [index, block.indexes.at(-1)])),
    );
    for (const site of missing) {
      const after = lastOf.get(site.index) as number;
      answers.set(after, [...(answers.get(after) ?? []), site]);
    }
  }
  const repaired: W[] = [];
  const origins: number[] = [];
  items.forEach((item, index) => {
    if (!setAside.has(index)) {
      repaired.push(item);
      origins.push(index);
    }
    for (const site of answers.get(index) ?? []) {
      repaired.push(missingResult(items[site.index] as W, site, format));
      origins.push(-1);
    }
  });
  return {
    items: repaired,
    origins,
    setAside: [...setAside].sort((a, b) => a - b),
    ...countFaults(pairing, missing.length),
  };
}

function countFaults(
  pairing: Pairing,
  missingResults: number,
): Pick<Repair<never>, "orphanResults" | "duplicateCalls" | "missingResults"> {
  return {
    orphanResults: pairing.orphanResults.length,
    duplicateCalls: pairing.duplicateCalls.length,
    missingResults,
  };
}

// One synthetic result per call object: the window stays the same list of objects from call to call.
const made = new WeakMap<object, Map<string, object>>();

function missingResult<W extends object>(wire: W, site: CallSite, format: Format<W>): W {
  const byCall = made.get(wire) ?? new Map<string, object>();
  made.set(wire, byCall);
  const key = `${format.name} ${site.call.callId} ${site.call.name}`;
  const existing = byCall.get(key);
  if (existing) return existing as W;
  const result = format.result(site.call, MISSING_RESULT_TEXT);
  byCall.set(key, result);
  return result;
}
