import { type FittingOptions, longestFitting } from "../../text/longest-fitting.js";

/** Fewer words of a statement say nothing. */
const LEAST_WORDS = 12;

/** The beginning of a statement, up to the end of a word, that fits; empty if none does. */
export function firstWords(text: string, options: FittingOptions): string {
  const ends = [...text.matchAll(/\s+|$/g)].map(({ index }) => index);
  return longestFitting(ends.slice(LEAST_WORDS), options, (end) => `${text.slice(0, end)} …`);
}
