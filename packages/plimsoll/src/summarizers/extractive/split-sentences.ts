import { cutPosition } from "./cut-position.js";
import type { Slice } from "./unit.js";

const MAX_SENTENCE = 300;
const NEWLINE = 10;
const isLatinEnd = (code: number): boolean => code === 0x2e || code === 0x21 || code === 0x3f;
const isEastAsianEnd = (code: number): boolean =>
  code === 0x3002 || code === 0xff01 || code === 0xff1f || code === 0xff61;
const CLOSING = new Set([0x22, 0x27, 0x29, 0x5d, 0x201d, 0x2019, 0x300d, 0x300f, 0xff09]);

const isBlank = (code: number): boolean => code <= 32 || code === 0xa0 || code === 0x3000;

/** . ! ? need a blank behind them; their East Asian forms end a sentence by themselves. */
function endsSentence(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (isLatinEnd(code)) return at + 1 >= text.length || isBlank(text.charCodeAt(at + 1));
  return code >= 0x3002 && isEastAsianEnd(code);
}

/** Slices without surrounding blanks, none longer than `size`. */
export function pushBounded(text: string, range: readonly [number, number, number], into: Slice[]): void {
  let [start, end] = range;
  const size = range[2];
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  if (start >= end) return;
  if (end - start <= size) {
    into.push({ start, end, wholeLine: true });
    return;
  }
  while (start < end) {
    const cut = Math.min(end, cutPosition(text, start, size));
    into.push({ start, end: cut, wholeLine: false });
    start = cut;
  }
}

/** Prose by sentence and by line; a sentence above 300 characters in pieces. Linear. */
export function splitSentences(text: string): Slice[] {
  const slices: Slice[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === NEWLINE) {
      pushBounded(text, [start, at, MAX_SENTENCE], slices);
      start = at + 1;
    } else if (endsSentence(text, at)) {
      while (at + 1 < text.length && CLOSING.has(text.charCodeAt(at + 1))) at++;
      pushBounded(text, [start, at + 1, MAX_SENTENCE], slices);
      start = at + 1;
    }
  }
  pushBounded(text, [start, text.length, MAX_SENTENCE], slices);
  return slices;
}
