import { SEEN, TERM_KIND, type TermKind, type TermTable } from "./term-table.js";
import { WEIGHTS } from "./weights.js";

/** In the order of `TERM_KIND`; words have a formula of their own. */
const byKind = ({ path, name, reference, id, line }: Record<ExactKindName, number>): readonly number[] => [
  0,
  path,
  name,
  reference,
  id,
  line,
];
type ExactKindName = Exclude<keyof typeof TERM_KIND, "word">;
const KIND_FACTOR = byKind(WEIGHTS.kinds);
const NAMED_FACTOR = byKind(WEIGHTS.named);
const NEAR = 0.2;
const FAR = 0.5;

/** Mildly higher for what was met late: what is old and used is still worth 40 % of the newest. */
function recencyFactor(position: number): number {
  const distance = 1 - position;
  return (
    1 + WEIGHTS.recency.near * Math.exp(-distance / NEAR) + WEIGHTS.recency.far * Math.exp(-distance / FAR)
  );
}

/** What speaks for a string in the work: it was used, and where it stands. Fades with time. */
function usage(table: TermTable, term: number, focus: number): number {
  const seen = table.seen[term] ?? 0;
  let sum =
    WEIGHTS.seen +
    WEIGHTS.calls * Math.log1p(table.calls[term] ?? 0) +
    WEIGHTS.items * Math.log(table.items[term] ?? 1) +
    WEIGHTS.focus * focus;
  if (seen & SEEN.call && seen & (SEEN.output | SEEN.listing)) sum += WEIGHTS.callAndOutput;
  if (seen & SEEN.error) sum += WEIGHTS.error;
  if (seen & SEEN.edit && table.kinds[term] === TERM_KIND.path) sum += WEIGHTS.writtenFile;
  return sum;
}

/** What was said about a string. Does not fade: an order holds until it is done. */
function mention(seen: number): number {
  return (seen & SEEN.user ? WEIGHTS.user : 0) + (seen & SEEN.assistant ? WEIGHTS.assistant : 0);
}

function wordValue(table: TermTable, term: number, windows: number): number {
  const often = Math.min(WEIGHTS.wordUnits, table.occurrences[term] ?? 1);
  const single = (table.items[term] ?? 1) === 1 ? WEIGHTS.singleWord : 1;
  const rarity = Math.max(0, Math.log(windows / ((table.windows[term] ?? 1) + 0.5)));
  return WEIGHTS.word * single * often * rarity;
}

export interface TermSetting {
  readonly windows: number;
  /** For each term how far into the conversation it was met last, 0 to 1. */
  readonly lastPositions: Float32Array;
  /** For each term how much of the best unit it stands in the newest messages speak of, 0 to 1. */
  readonly focus: Float32Array;
}

/**
 * What each term is worth: mostly how often calls used it, in how many items it stands, times a mild recency; and whether
 * the user or the assistant named it; all times its kind. Words weigh little, so that they decide only where nothing
 * exact is at stake. A term that is implied only is worth nothing.
 */
export function termValues(table: TermTable, setting: TermSetting): Float32Array {
  const values = new Float32Array(table.size);
  for (let term = 0; term < table.size; term++) {
    const kind = (table.kinds[term] ?? TERM_KIND.word) as TermKind;
    if (kind === TERM_KIND.word) {
      values[term] = wordValue(table, term, setting.windows);
      continue;
    }
    if (table.occurrences[term] === 0) continue;
    const seen = table.seen[term] ?? 0;
    const used =
      usage(table, term, setting.focus[term] ?? 0) * recencyFactor(setting.lastPositions[term] ?? 0);
    const previous = seen & SEEN.previous ? WEIGHTS.previous : 0;
    const listed = seen === SEEN.listing ? WEIGHTS.listed : 1;
    values[term] =
      ((used + previous) * (KIND_FACTOR[kind] ?? 1) + mention(seen) * (NAMED_FACTOR[kind] ?? 1)) * listed;
  }
  return values;
}
