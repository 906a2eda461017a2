/** A stretch of text, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What a rule made of one match: where the secret lies, and where the search goes on (at `end`). */
export interface Located extends Span {
  /** False where a closer look found no secret. */
  readonly secret: boolean;
}

/** Rules of one pass share one regular expression and so one walk over the text. */
export type RulePass = "prefix" | "keyword" | "address" | "digits";

/** One kind of secret and how it is recognised. */
export interface SecretRule {
  /** Stands in the replacement: `[REDACTED:kind]`. */
  readonly kind: string;
  readonly pass: RulePass;
  /**
   * Source of a regular expression without capture groups. An unbounded repetition may only stand where
   * nothing that can fail follows it, or where the attempt cannot start again inside what it read.
   */
  readonly pattern: string;
  /** A text with one such secret in it; the tests run every one. */
  readonly example: string;
  /** Looks closer at a match; without it the whole match is the secret. */
  locate?(text: string, match: Span): Located;
}

/** Keywords are found in any case; prefixes are literal. */
export const PASS_FLAGS: Readonly<Record<RulePass, string>> = {
  prefix: "g",
  keyword: "gi",
  address: "g",
  digits: "g",
};
