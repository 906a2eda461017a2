import { CHARACTER, characterClass } from "./character-class.js";

const CHARACTERS_PER_TOKEN = 6;

/** A quick guess at the tokens of a slice, good enough to compare units; calibrated by the caller. */
export function estimateTokens(text: string): number {
  let tokens = 0;
  let run = 0;
  let runKind = 0;
  for (let at = 0; at < text.length; at++) {
    const kind = characterClass(text.charCodeAt(at));
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
    else if (text.charCodeAt(at) > 32) tokens += 0.6;
    runKind = kind;
  }
  return tokens;
}
