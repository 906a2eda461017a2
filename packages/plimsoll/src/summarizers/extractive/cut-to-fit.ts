import { largestWhere } from "../../collections/largest-where.js";
import { CHARACTER, characterClass } from "./character-class.js";
import { outsidePair } from "../../text/outside-pair.js";

export interface FitOptions {
  readonly limit: number;
  count(text: string): number;
  /** Return nothing rather than half a word, which would look like an invented name. */
  readonly wholeWords: boolean;
}

const isBlank = (code: number): boolean => code <= 32;
const isIdeograph = (code: number): boolean => characterClass(code) === CHARACTER.ideograph;

function isBoundary(text: string, at: number): boolean {
  return (
    isBlank(text.charCodeAt(at)) || isBlank(text.charCodeAt(at - 1)) || isIdeograph(text.charCodeAt(at - 1))
  );
}

/** The longest beginning of `text` within `limit` tokens; it ends at a word's end if any word fits. */
export function cutToFit(text: string, options: FitOptions): string {
  const fits = (length: number): boolean =>
    options.count(text.slice(0, outsidePair(text, length))) <= options.limit;
  const end = outsidePair(text, largestWhere(1, text.length, fits));
  if (end === text.length) return text;
  let boundary = end;
  while (boundary > 0 && !isBoundary(text, boundary)) boundary--;
  if (boundary > 0) return text.slice(0, boundary).trimEnd();
  return options.wholeWords ? "" : text.slice(0, end);
}
