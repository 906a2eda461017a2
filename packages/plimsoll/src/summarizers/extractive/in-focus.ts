import type { UnitScan } from "./scan-units.js";
import { TERM_KIND } from "./term-table.js";
import type { Unit } from "./unit.js";

/** Added to the words of a unit, so that one shared word of two does not make a match. */
const SMOOTHING = 2;

/** 1 for each word of the newest message of the user and of the assistant. */
function wordsInFocus(units: readonly Unit[], { starts, terms, table }: UnitScan): Uint8Array {
  const marks = new Uint8Array(table.size);
  for (const kind of ["user", "assistant"] as const) {
    const newest = units.findLastIndex((unit) => unit.kind === kind);
    const item = units[newest]?.item;
    for (let index = newest; index >= 0 && units[index]?.item === item; index--) {
      if (units[index]?.kind !== kind) continue;
      for (let at = starts[index] ?? 0; at < (starts[index + 1] ?? 0); at++) {
        const term = terms[at] ?? 0;
        if (table.kinds[term] === TERM_KIND.word) marks[term] = 1;
      }
    }
  }
  return marks;
}

/**
 * For each term the largest share of the words of a unit it stands in that the newest messages speak of: tells the one
 * record or line that is meant from the many like it.
 */
export function inFocus(units: readonly Unit[], scan: UnitScan): Float32Array {
  const { starts, terms, table } = scan;
  const marks = wordsInFocus(units, scan);
  const best = new Float32Array(table.size);
  for (let index = 0; index < units.length; index++) {
    const [start, end] = [starts[index] ?? 0, starts[index + 1] ?? 0];
    let words = SMOOTHING;
    let shared = 0;
    for (let at = start; at < end; at++) {
      const term = terms[at] ?? 0;
      if (table.kinds[term] !== TERM_KIND.word) continue;
      words++;
      shared += marks[term] ?? 0;
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
