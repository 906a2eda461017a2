import { StringFinder } from "../../text/string-finder.js";
import { clauseAround } from "./clause-around.js";

/** A number, and words that stand with it. */
export interface NumberInContext {
  readonly number: string;
  readonly words: readonly string[];
}

const MAX_LOOKED_AT = 2_000;
const WORDS_SHARE = 0.5;

interface Asked extends NumberInContext {
  isFound: boolean;
}

/**
 * Which numbers the source has in a clause with at least half of the words that they stand with. One pass over the source,
 * however many numbers there are.
 */
export function supportedNumbers(
  asked: readonly NumberInContext[],
  source: readonly string[],
): ReadonlySet<NumberInContext> {
  const byNumber = new Map<string, Asked[]>();
  const all = asked.map((one) => ({ one, asked: { ...one, isFound: false } }));
  for (const { asked: entry } of all) {
    for (const form of formsOf(entry.number)) {
      const list = byNumber.get(form);
      if (list === undefined) byNumber.set(form, [entry]);
      else list.push(entry);
    }
  }
  const numbers = [...byNumber.keys()];
  if (numbers.length > 0) scan(numbers, { byNumber, source });
  return new Set(all.filter((entry) => entry.asked.isFound).map(({ one }) => one));
}

function scan(
  numbers: readonly string[],
  {
    byNumber,
    source,
  }: { readonly byNumber: ReadonlyMap<string, readonly Asked[]>; readonly source: readonly string[] },
): void {
  const lists = numbers.map((number) => byNumber.get(number) ?? []);
  const looked = numbers.map(() => 0);
  const finder = new StringFinder(numbers);
  for (const text of source) {
    finder.scan(
      text,
      (index, start, end) => {
        if (!isWholeNumber(text, start, end)) return;
        looked[index] = (looked[index] ?? 0) + 1;
        const { before, after } = clauseAround(text, start, end);
        const near = `${before} ${after}`.toLowerCase();
        for (const entry of lists[index] ?? []) entry.isFound ||= standsWith(near, entry.words);
      },
      (index) => (looked[index] ?? 0) > MAX_LOOKED_AT || (lists[index] ?? []).every(({ isFound }) => isFound),
    );
  }
}

function standsWith(near: string, words: readonly string[]): boolean {
  const found = words.filter((word) => near.includes(word)).length;
  return found >= words.length * WORDS_SHARE;
}

/** Not a part of a word, another number, a version or a date; a unit may follow. */
const isWholeNumber = (text: string, start: number, end: number): boolean =>
  !/[\p{L}\p{N}_]$|\d[.,:]$/u.test(text.slice(Math.max(0, start - 2), start)) &&
  !/^(?:\d|[.,:]\d)/.test(text.slice(end, end + 2));

/** With and without signs between thousands. */
function formsOf(number: string): string[] {
  const plain = number.replace(/(?<=\d),(?=\d{3}(?:\D|$))/g, "");
  const grouped = /^\d{4,15}$/.test(plain) ? plain.replace(/\B(?=(?:\d{3})+$)/g, ",") : plain;
  return [...new Set([number, plain, grouped])];
}
