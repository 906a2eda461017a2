import type { UnitScan } from "./scan-units.js";
import { TERM_KIND } from "./term-table.js";
import type { Unit, UnitKind } from "./unit.js";

/** Added to the number of words in a unit, so that one shared word of two is not a match. */
const SMOOTHING = 2;
/** So many messages of the user and of the assistant say what the work is about, each less than the one after it. */
const MESSAGES = 16;
const FADING = 0.9;
/** A word of this rarity (natural logarithm of the windows for each that holds it) counts as one. */
const COMMON_RARITY = 2;

/** How much each word is spoken of in the newest messages of one side: 1 in the newest, less before. */
function markSpoken(
  units: readonly Unit[],
  { starts, terms, table }: UnitScan,
  { kind, marks }: { readonly kind: UnitKind; readonly marks: Float32Array },
): void {
  let item = -1;
  let messages = 0;
  let weight = 1 / FADING;
  for (let index = units.length - 1; index >= 0; index--) {
    const unit = units[index];
    if (unit?.kind !== kind) continue;
    if (unit.item !== item) {
      if (messages++ === MESSAGES) return;
      item = unit.item;
      weight *= FADING;
    }
    for (let at = starts[index] ?? 0; at < (starts[index + 1] ?? 0); at++) {
      const term = terms[at] ?? 0;
      if (table.kinds[term] === TERM_KIND.word) marks[term] = Math.max(marks[term] ?? 0, weight);
    }
  }
}

/** The weight of each word by its rarity; 0 for exact strings. */
function rarities({ table, windows }: UnitScan): Float32Array {
  const rarity = new Float32Array(table.size);
  for (let term = 0; term < rarity.length; term++) {
    if (table.kinds[term] !== TERM_KIND.word) continue;
    rarity[term] = Math.max(0, Math.log(windows / ((table.windows[term] ?? 1) + 0.5))) / COMMON_RARITY;
  }
  return rarity;
}

/**
 * For each term, the largest share of the words of one of its units that the newest messages mention, rare words
 * before common ones. This distinguishes the intended record or line from the many like it.
 */
export function inFocus(units: readonly Unit[], scan: UnitScan): Float32Array {
  const { starts, terms, table } = scan;
  const marks = new Float32Array(table.size);
  for (const kind of ["user", "assistant"] as const) markSpoken(units, scan, { kind, marks });
  const rarity = rarities(scan);
  const best = new Float32Array(table.size);
  for (let index = 0; index < units.length; index++) {
    const [start, end] = [starts[index] ?? 0, starts[index + 1] ?? 0];
    let words = SMOOTHING;
    let shared = 0;
    for (let at = start; at < end; at++) {
      const term = terms[at] ?? 0;
      words += rarity[term] ?? 0;
      shared += (rarity[term] ?? 0) * (marks[term] ?? 0);
    }
    if (shared === 0) continue;
    const share = shared / words;
    for (let at = start; at < end; at++) {
      const term = terms[at] ?? 0;
      if (share > (best[term] ?? 0)) best[term] = share;
    }
  }
  return best;
}
