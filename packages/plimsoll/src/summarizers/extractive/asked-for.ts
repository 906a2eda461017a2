import type { UnitScan } from "./scan-units.js";
import { TERM_KIND } from "./term-table.js";
import type { Unit } from "./unit.js";

/** Added to the weight of a line, so that one shared word of two does not make a match. */
const SMOOTHING = 3;
const FOCUS = 1;
const ID = 2;

/** Marks ids, and the terms of what the user said and of what the assistant said last. */
function markTerms(units: readonly Unit[], { starts, terms, table }: UnitScan): Uint8Array {
  const marks = new Uint8Array(table.size);
  for (let term = 0; term < marks.length; term++) if (table.kinds[term] === TERM_KIND.id) marks[term] = ID;
  const lastAssistant = units.findLast((unit) => unit.kind === "assistant")?.item;
  for (let index = 0; index < units.length; index++) {
    const { kind, item } = units[index] as Unit;
    if (kind !== "user" && kind !== "required" && (kind !== "assistant" || item !== lastAssistant)) continue;
    const end = starts[index + 1] ?? 0;
    for (let at = starts[index] ?? 0; at < end; at++) {
      const term = terms[at] ?? 0;
      marks[term] = (marks[term] ?? 0) | FOCUS;
    }
  }
  return marks;
}

/**
 * For each id the largest share of an output line it stands in that the user, or the assistant's last message, speaks
 * of; rare terms weigh more. Tells the one record that is meant from the many like it.
 */
export function askedFor(units: readonly Unit[], scan: UnitScan): Float32Array {
  const { starts, terms, table, windows } = scan;
  const marks = markTerms(units, scan);
  const best = new Float32Array(table.size);
  const shareOf = (start: number, end: number): number => {
    let shared = 0;
    let all = SMOOTHING;
    for (let at = start; at < end; at++) {
      const term = terms[at] ?? 0;
      const rarity = Math.log(1 + windows / ((table.windows[term] ?? 1) + 0.5));
      all += rarity;
      if ((marks[term] ?? 0) & FOCUS) shared += rarity;
    }
    return shared / all;
  };
  for (let index = 0; index < units.length; index++) {
    if (units[index]?.kind !== "output") continue;
    const [start, end] = [starts[index] ?? 0, starts[index + 1] ?? 0];
    let present = 0;
    for (let at = start; at < end; at++) present |= marks[terms[at] ?? 0] ?? 0;
    if (present !== (FOCUS | ID)) continue;
    const share = shareOf(start, end);
    for (let at = start; at < end; at++) {
      const term = terms[at] ?? 0;
      if ((marks[term] ?? 0) & ID && share > (best[term] ?? 0)) best[term] = share;
    }
  }
  return best;
}
