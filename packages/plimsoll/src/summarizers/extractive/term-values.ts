import { SEEN, TERM_KIND, type TermTable } from "./term-table.js";

/** Factor by kind, in the order of `TERM_KIND`; words have a formula of their own. */
const KIND_FACTOR: readonly number[] = [0, 1.5, 1, 0.7, 0.7, 0.7];
/** What a string that stands in bare listings only is worth. */
const LISTED_SHARE = 0.4;
const WORD_VALUE = 0.003;
const MAX_WORD_OCCURRENCES = 4;

/** Mildly higher for what was met late: an old string is still worth 40 % of the newest. */
function recencyFactors(items: number): Float64Array {
  const factors = new Float64Array(items + 1);
  for (let item = 0; item <= items; item++) {
    const distance = items === 0 ? 0 : 1 - item / items;
    factors[item] = 1 + Math.exp(-distance / 0.2) + 0.5 * Math.exp(-distance / 0.5);
  }
  return factors;
}

function evidence(table: TermTable, term: number): number {
  const seen = table.seen[term] ?? 0;
  let sum = 0.05 + Math.log1p(table.calls[term] ?? 0) + 0.2 * Math.log(table.items[term] ?? 1);
  if (seen & SEEN.user) sum += 0.5;
  if (seen & SEEN.assistant) sum += 0.3;
  if (seen & SEEN.call && seen & (SEEN.output | SEEN.listing)) sum += 0.4;
  if (seen & SEEN.error) sum += 0.3;
  if (seen & SEEN.previous) sum += 0.7;
  return seen === SEEN.listing ? LISTED_SHARE * sum : sum;
}

function wordValue(table: TermTable, term: number, windows: number): number {
  const often = Math.min(MAX_WORD_OCCURRENCES, table.occurrences[term] ?? 1);
  const single = (table.items[term] ?? 1) === 1 ? 0.5 : 1;
  return WORD_VALUE * single * often * Math.log(1 + windows / ((table.windows[term] ?? 1) + 0.5));
}

/**
 * What each term is worth: mostly how often calls used it, whether the user or the assistant named it, in
 * how many items it stands, times its kind and a mild recency. Words weigh little, so that they decide
 * only where nothing exact is at stake.
 */
export function termValues(
  table: TermTable,
  size: { readonly items: number; readonly windows: number },
): Float32Array {
  const values = new Float32Array(table.size);
  const recency = recencyFactors(size.items);
  for (let term = 0; term < table.size; term++) {
    const kind = table.kinds[term] ?? TERM_KIND.word;
    if (kind === TERM_KIND.word) {
      values[term] = wordValue(table, term, size.windows);
      continue;
    }
    const factor = (KIND_FACTOR[kind] ?? 1) * (recency[table.lastItem[term] ?? 0] ?? 1);
    values[term] = evidence(table, term) * factor;
  }
  return values;
}
