import { CHARACTER } from "./character-class.js";
import type { SliceCodes } from "./slice-codes.js";

const CHARACTERS_PER_TOKEN = 6;

/** A quick guess at the tokens of a slice, good enough to compare units; calibrated by the caller. */
export function estimateTokens({ codes, classes, length }: SliceCodes): number {
  let tokens = 0;
  let run = 0;
  let runKind = 0;
  for (let at = 0; at < length; at++) {
    const kind = classes[at] ?? CHARACTER.separator;
    const letters = kind === CHARACTER.lower || kind === CHARACTER.upper;
    if (
      letters &&
      (runKind === CHARACTER.lower || (runKind === CHARACTER.upper && kind === CHARACTER.upper))
    ) {
      run++;
      if (run % CHARACTERS_PER_TOKEN === 0) tokens += 0.5;
    } else if (letters) {
      tokens += 1;
      run = 1;
    } else if (kind === CHARACTER.digit) tokens += 0.4;
    else if (kind === CHARACTER.ideograph) tokens += 0.8;
    else if ((codes[at] ?? 0) > 32) tokens += 0.6;
    runKind = kind;
  }
  return tokens;
}
