/** A stretch of text, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The result of a rule for one match: the position of the secret. */
export interface Located extends Span {
  /** False if a closer look found no secret. */
  readonly secret: boolean;
}

/**
 * One kind of secret and how to recognise it. A text is walked once for the anchors of all rules; a rule's
 * pattern is tried only at its anchors.
 */
export interface SecretRule {
  /** Stands in the replacement: `[REDACTED:kind]`. */
  readonly kind: string;
  /**
   * Literals of at least three characters, in lower case: every such secret contains one of them, in any case.
   */
  readonly anchors: readonly string[];
  /** How many characters before its anchor the pattern begins. @default 0 */
  readonly lead?: number;
  /** What may precede the pattern and belongs to the secret. */
  readonly before?: { readonly characters: RegExp; readonly least: number; readonly most: number };
  /** True if the match must begin a word: most prefixes are short enough to occur inside ordinary ones. */
  readonly wordStart: boolean;
  /** True if letters are found in any case. */
  readonly anyCase: boolean;
  /**
   * Source of a regular expression with at most one capture group, which ends the match and is the secret then. Every
   * repetition that something follows is bounded.
   */
  readonly pattern: string;
  /** A text with one such secret, and one that only looks like it; `<hex32>` means 32 such characters. */
  readonly example: string;
  readonly lookAlike: string;
  /** Looks closer at a match; without it the capture group, or the whole match, is the secret. */
  locate?(text: string, match: Span): Located;
}

/** What a name promises: the less it says, the more its value must look like a secret. */
export type Promised = "password" | "secret" | "token";
