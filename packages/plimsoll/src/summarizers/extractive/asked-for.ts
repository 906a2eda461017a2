import type { UnitScan } from "./scan-units.js";
import type { Unit } from "./unit.js";

/** Added to the weight of a line, so that one shared word of two does not make a match. */
const SMOOTHING = 3;

/** Terms of what the user said, and of what the assistant said last. */
function focusTerms(units: readonly Unit[], { starts, terms, table }: UnitScan): Uint8Array {
  const focus = new Uint8Array(table.size);
  const lastAssistant = units.findLast((unit) => unit.kind === "assistant")?.item;
  for (let index = 0; index < units.length; index++) {
    const { kind, item } = units[index] as Unit;
    if (kind !== "user" && kind !== "required" && (kind !== "assistant" || item !== lastAssistant)) continue;
    for (let at = starts[index] ?? 0; at < (starts[index + 1] ?? 0); at++) focus[terms[at] ?? 0] = 1;
  }
  return focus;
}

/**
 * For each term the largest share of an output line it stands in that the user, or the assistant's last message, speaks
 * of; rare terms weigh more. Tells the one record that is meant from the many like it.
 */
export function askedFor(units: readonly Unit[], scan: UnitScan): Float32Array {
  const { starts, terms, table, windows } = scan;
  const focus = focusTerms(units, scan);
  const best = new Float32Array(table.size);
  const rarity = Float32Array.from({ length: table.size }, (_, term) =>
    Math.log(1 + windows / ((table.windows[term] ?? 1) + 0.5)),
  );
  for (let index = 0; index < units.length; index++) {
    if (units[index]?.kind !== "output") continue;
    const [start, end] = [starts[index] ?? 0, starts[index + 1] ?? 0];
    let shared = 0;
    let all = SMOOTHING;
    for (let at = start; at < end; at++) {
      const term = terms[at] ?? 0;
      all += rarity[term] ?? 0;
      if (focus[term] === 1) shared += rarity[term] ?? 0;
    }
    const share = shared / all;
    if (share === 0) continue;
    for (let at = start; at < end; at++) {
      const term = terms[at] ?? 0;
      if (share > (best[term] ?? 0)) best[term] = share;
    }
  }
  return best;
}
