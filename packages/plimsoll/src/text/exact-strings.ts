import { readTokens, type Token } from "./read-tokens.js";
import type { TokenKind } from "./token-kind.js";

/** A string of a text that is either right or wrong: a path, an id, a hash, an address, a number, a name in code. */
export interface ExactString extends Token {
  readonly kind: ExactKind;
}

/** Prose, and strings that may be spelled in several ways. */
type InexactKind = "word" | "pathlike" | "pascal" | "numbered" | "color" | "amount";

/** The kinds of words that must be right to the character. */
export type ExactKind = Exclude<TokenKind, InexactKind>;

const INEXACT: ReadonlySet<TokenKind> = new Set<InexactKind>([
  "word",
  "pathlike",
  "pascal",
  "numbered",
  "color",
  "amount",
]);
const MIN_DASHED_CHARACTERS = 8;

/** Every exact string of a text in order, by shape alone. One pass. */
export function exactStrings(text: string): ExactString[] {
  return readTokens(text).filter((token): token is ExactString => isExactString(token));
}

/** Months, times of day and small numbers in a row are written as one likes. */
function isExactString({ kind, value }: Token): boolean {
  if (kind === "date" || (kind === "literal" && value.includes("-")))
    return value.length >= MIN_DASHED_CHARACTERS;
  return !INEXACT.has(kind);
}
