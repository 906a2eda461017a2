import { SEEN, TERM_KIND, type TermKind, type TermTable } from "./term-table.js";
import { WEIGHTS } from "./weights.js";

const { path, name, reference, id, line } = WEIGHTS.kinds;
/** In the order of `TERM_KIND`; words have a formula of their own. */
const KIND_FACTOR: readonly number[] = [0, path, name, reference, id, line];
const NEAR = 0.2;
const FAR = 0.5;

/** Mildly higher for what was met late: an old string is still worth 40 % of the newest. */
function recencyFactors(items: number): Float64Array {
  const factors = new Float64Array(items + 1);
  for (let item = 0; item <= items; item++) {
    const distance = items === 0 ? 0 : 1 - item / items;
    factors[item] =
      1 + WEIGHTS.recency.near * Math.exp(-distance / NEAR) + WEIGHTS.recency.far * Math.exp(-distance / FAR);
  }
  return factors;
}

function evidence(table: TermTable, term: number, kind: TermKind): number {
  const seen = table.seen[term] ?? 0;
  let sum =
    WEIGHTS.seen +
    WEIGHTS.calls * Math.log1p(table.calls[term] ?? 0) +
    WEIGHTS.items * Math.log(table.items[term] ?? 1);
  if (seen & SEEN.user) sum += WEIGHTS.user;
  if (seen & SEEN.assistant) sum += WEIGHTS.assistant;
  if (seen & SEEN.call && seen & (SEEN.output | SEEN.listing)) sum += WEIGHTS.callAndOutput;
  if (seen & SEEN.error) sum += WEIGHTS.error;
  if (seen & SEEN.previous) sum += WEIGHTS.previous;
  if (seen & SEEN.edit && kind === TERM_KIND.path) sum += WEIGHTS.writtenFile;
  return seen === SEEN.listing ? WEIGHTS.listed * sum : sum;
}

function wordValue(table: TermTable, term: number, windows: number): number {
  const often = Math.min(WEIGHTS.wordUnits, table.occurrences[term] ?? 1);
  const single = (table.items[term] ?? 1) === 1 ? WEIGHTS.singleWord : 1;
  const rarity = Math.max(0, Math.log(windows / ((table.windows[term] ?? 1) + 0.5)));
  return WEIGHTS.word * single * often * rarity;
}

export interface TermSetting {
  readonly items: number;
  readonly windows: number;
  /** For each term how much of the best output line it stands in was asked for, 0 to 1. */
  readonly asked: Float32Array;
}

/**
 * What each term is worth: mostly how often calls used it, whether the user or the assistant named it, in
 * how many items it stands, times its kind and a mild recency. Words weigh little, so that they decide
 * only where nothing exact is at stake.
 */
export function termValues(table: TermTable, setting: TermSetting): Float32Array {
  const values = new Float32Array(table.size);
  const recency = recencyFactors(setting.items);
  for (let term = 0; term < table.size; term++) {
    const kind = (table.kinds[term] ?? TERM_KIND.word) as TermKind;
    if (kind === TERM_KIND.word) {
      values[term] = wordValue(table, term, setting.windows);
      continue;
    }
    const asked = kind === TERM_KIND.id ? WEIGHTS.asked * (setting.asked[term] ?? 0) : 0;
    const factor = (KIND_FACTOR[kind] ?? 1) * (recency[table.lastItem[term] ?? 0] ?? 1);
    values[term] = (evidence(table, term, kind) + asked) * factor;
  }
  return values;
}
