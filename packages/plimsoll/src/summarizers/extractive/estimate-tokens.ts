import { CHARACTER, characterClass } from "./character-class.js";
import type { TextSlice } from "./scan-terms.js";

const CHARACTERS_PER_TOKEN = 6;

/** A quick guess at the tokens of a slice, good enough to compare units; calibrated by the caller. */
export function estimateTokens({ source, start, end }: TextSlice): number {
  let tokens = 0;
  let run = 0;
  let runKind = 0;
  for (let at = start; at < end; at++) {
    const code = source.charCodeAt(at);
    const kind = characterClass(code);
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
    else if (code > 32) tokens += 0.6;
    runKind = kind;
  }
  return tokens;
}
