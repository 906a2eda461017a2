/** One row of a cue table: words of one language that mark something, with a sentence that has it and one that does not. */
export interface Cue {
  /**
   * The words, with commas between alternatives. They may contain small patterns; `{name}` refers to a list of
   * the language.
   */
  readonly words?: string;
  /** Where the words may occur: anywhere, or at the beginning of a clause. @default "anywhere" */
  readonly at?: "anywhere" | "clause";
  /** What must not precede the words, because they then mean something else; commas between alternatives. */
  readonly notAfter?: string;
  /** A pattern that must follow the words. */
  readonly followedBy?: string;
  /** A regular expression instead of words. `{name}` refers to a list of the language. */
  readonly pattern?: string;
  /** True if case matters. */
  readonly caseSensitive?: boolean;
  /** A text that this row alone finds. */
  readonly example: string;
  /** A similar text that no row matches. */
  readonly counterExample: string;
}

/** A set of single words, in small letters. */
export interface WordList {
  /** With commas between them. */
  readonly words: string;
  readonly example: string;
  readonly counterExample: string;
}
