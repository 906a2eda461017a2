/** A stretch of text, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What a rule made of one match: where the secret lies. */
export interface Located extends Span {
  /** False where a closer look found no secret. */
  readonly secret: boolean;
}

/**
 * One kind of secret and how it is recognised. A text is walked once for the anchors of all rules; a rule's pattern is
 * tried only where one of its anchors stands.
 */
export interface SecretRule {
  /** Stands in the replacement: `[REDACTED:kind]`. */
  readonly kind: string;
  /** Literals of three characters or more, in lower case: one of them stands in every such secret, in any case of letters. */
  readonly anchors: readonly string[];
  /** How many characters before its anchor the pattern begins. @default 0 */
  readonly lead?: number;
  /** What may stand before the pattern and belongs to the secret. */
  readonly before?: { readonly characters: RegExp; readonly least: number; readonly most: number };
  /** True if the match begins a word: most prefixes are short enough to stand inside ordinary ones. */
  readonly wordStart: boolean;
  /** True if letters are found in any case. */
  readonly anyCase: boolean;
  /**
   * Source of a regular expression with at most one capture group, which ends the match and is the secret then. Every
   * repetition that something follows is bounded.
   */
  readonly pattern: string;
  /** A text with one such secret in it, and one that only looks like it; `<hex32>` stands for 32 such characters. */
  readonly example: string;
  readonly lookAlike: string;
  /** Looks closer at a match; without it the capture group, or the whole match, is the secret. */
  locate?(text: string, match: Span): Located;
}

/** What a name promises: the less it says, the more its value must look like a secret. */
export type Promised = "password" | "secret" | "token";
