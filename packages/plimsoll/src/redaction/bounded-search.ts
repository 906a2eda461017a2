import type { RE2JS } from "re2js";
import { countedText, OutOfReads } from "./counted-text.js";
import type { Span } from "./secret-rule.js";

export interface SearchResult {
  readonly spans: Span[];
  /** Where the search gave up; the rest was not searched. */
  readonly exhaustedAt?: number;
}

/**
 * One search is linear, but a pattern such as `(?s)a.*x|a` reads to the end of the text for every match, which
 * makes all matches together quadratic. So reads are counted. Ordinary patterns read each character three times.
 */
const READS_PER_CHARACTER = 128;
/** For short texts: enough to look at every instruction of a pattern at every character. */
const FREE_READS = 100_000;

/** How often a search in a text of this length may read a character. */
export function readsFor(length: number): number {
  return READS_PER_CHARACTER * length + FREE_READS;
}

/** Every match that is not empty, in a number of reads that is linear in the text. */
export function boundedSearch(
  pattern: RE2JS,
  text: string,
  reads: number = readsFor(text.length),
): SearchResult {
  const spans: Span[] = [];
  // The engine takes a string object as it takes a string.
  const matcher = pattern.matcher(countedText(text, reads));
  let position = 0;
  try {
    while (matcher.find()) {
      const [start, end] = [matcher.start(), matcher.end()];
      if (end > start) spans.push({ start, end });
      position = end;
    }
  } catch (error) {
    if (!(error instanceof OutOfReads)) throw error;
    return { spans, exhaustedAt: position };
  }
  return { spans };
}
