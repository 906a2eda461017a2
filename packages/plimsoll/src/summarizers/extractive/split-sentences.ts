import { sentenceSpans } from "../../text/sentence-spans.js";
import { cutPosition } from "./cut-position.js";
import type { Slice } from "./unit.js";

const MAX_SENTENCE = 300;

const isBlank = (code: number): boolean => code <= 32 || code === 0xa0 || code === 0x3000;

/** Slices without surrounding blanks, none longer than `size`. */
export function pushBounded(
  text: string,
  range: readonly [number, number, number],
  { into, line }: { readonly into: Slice[]; readonly line: number },
): void {
  let [start, end] = range;
  const size = range[2];
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  if (start >= end) return;
  if (end - start <= size) {
    into.push({ start, end, wholeLine: true, line });
    return;
  }
  while (start < end) {
    const cut = Math.min(end, cutPosition(text, start, size));
    into.push({ start, end: cut, wholeLine: false, line });
    start = cut;
  }
}

/**
 * Prose by the pieces of its sentences, each at most 300 characters, so that choices are fine-grained. Linear.
 */
export function splitSentences(text: string): Slice[] {
  const slices: Slice[] = [];
  for (const { start, end } of sentenceSpans(text, "piece"))
    pushBounded(text, [start, end, MAX_SENTENCE], { into: slices, line: -1 });
  return slices;
}
