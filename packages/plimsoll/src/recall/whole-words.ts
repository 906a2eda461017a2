import { sliceWhole } from "../tool-outputs/excerpt.js";
import type { Place } from "./ranking/place-of-words.js";

/** A longer word, or writing without spaces, is cut where it is. */
const LONGEST_WORD = 200;

/** The text of a place, widened to the ends of the words that it begins and ends in, so that no path is read in half. */
export function wholeWords(text: string, { start, end }: Place): string {
  const before = text.slice(Math.max(0, start - LONGEST_WORD), start);
  const after = text.slice(end, end + LONGEST_WORD);
  const startsInside = start > 0 && !isSpace(text, start);
  const endsInside = end < text.length && !isSpace(text, end - 1);
  const from = startsInside ? start - lettersAtEnd(before, start) : start;
  const to = endsInside ? end + lettersAtStart(after, end, text.length) : end;
  return sliceWhole(text, from, to).trim();
}

const isSpace = (text: string, index: number): boolean => /\s/.test(text.charAt(index));

/** How many characters before a position belong to its word; 0 if the word does not begin within reach. */
function lettersAtEnd(before: string, start: number): number {
  const length = before.length - 1 - lastSpace(before);
  return length === before.length && length < start ? 0 : length;
}

/** How many characters from a position on belong to its word; 0 if the word does not end within reach. */
function lettersAtStart(after: string, end: number, total: number): number {
  const space = after.search(/\s/);
  if (space >= 0) return space;
  return end + after.length === total ? after.length : 0;
}

function lastSpace(text: string): number {
  for (let index = text.length - 1; index >= 0; index--) if (isSpace(text, index)) return index;
  return -1;
}
