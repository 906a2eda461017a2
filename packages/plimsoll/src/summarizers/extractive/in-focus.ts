import type { UnitScan } from "./scan-units.js";
import { TERM_KIND, type TermTable } from "./term-table.js";
import { WEIGHTS } from "./weights.js";
import { isWholeRecord, type Unit, type UnitKind } from "./unit.js";

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
 * before common ones. This distinguishes the intended record or line from the many like it. What is asked for in
 * messages that stay in the window tells records apart, and nothing else: they say what the work is about themselves.
 */
export function inFocus(units: readonly Unit[], scan: UnitScan, asked: Uint8Array): Float32Array {
  const { starts, terms, table } = scan;
  const marks = new Float32Array(table.size);
  for (const kind of ["user", "assistant"] as const) markSpoken(units, scan, { kind, marks });
  const ofLines = { marks, weights: rarities(scan) };
  const ofRecords = withAsked(ofLines, asked, table);
  const best = new Float32Array(table.size);
  for (let index = 0; index < units.length; index++) {
    const isRecord = isWholeRecord(units[index] as Unit);
    const own = { terms, start: starts[index] ?? 0, end: starts[index + 1] ?? 0 };
    const share = (isRecord ? WEIGHTS.recordFocus : 1) * sharedWords(own, isRecord ? ofRecords : ofLines);
    if (share === 0) continue;
    for (let at = own.start; at < own.end; at++) {
      const term = terms[at] ?? 0;
      if (share > (best[term] ?? 0)) best[term] = share;
    }
  }
  return best;
}

/** How much each term is spoken of, and what it weighs. */
interface Spoken {
  readonly marks: Float32Array;
  readonly weights: Float32Array;
}

/** What is asked for counts as spoken of just now. "8GB, 1TB" describes a record as words do. */
function withAsked({ marks, weights }: Spoken, asked: Uint8Array, { kinds }: TermTable): Spoken {
  const found = { marks: marks.slice(), weights: weights.slice() };
  for (let term = 0; term < asked.length; term++) {
    if (asked[term] !== 1) continue;
    found.marks[term] = 1;
    if (kinds[term] !== TERM_KIND.word) found.weights[term] = 1;
  }
  return found;
}

interface TermRange {
  readonly terms: Int32Array;
  readonly start: number;
  readonly end: number;
}

function sharedWords({ terms, start, end }: TermRange, { marks, weights }: Spoken): number {
  let words = SMOOTHING;
  let shared = 0;
  for (let at = start; at < end; at++) {
    const term = terms[at] ?? 0;
    const weight = weights[term] ?? 0;
    words += weight;
    shared += weight * (marks[term] ?? 0);
  }
  return shared / words;
}
