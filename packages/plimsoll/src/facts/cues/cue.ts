/** One row of a cue table: words of one language that mark something, with a sentence that has it and one that does not. */
export interface Cue {
  /** The words, with commas between alternatives. They may hold small patterns; `{name}` stands for a list of the language. */
  readonly words?: string;
  /** Where the words stand: by themselves anywhere, or at the beginning of a clause. @default "anywhere" */
  readonly at?: "anywhere" | "clause";
  /** What stands before the words where they mean something else, with commas between alternatives. */
  readonly notAfter?: string;
  /** A pattern that goes on behind the words. */
  readonly followedBy?: string;
  /** In place of words: a regular expression. `{name}` stands for a list of the language. */
  readonly pattern?: string;
  /** True where capitals count. */
  readonly caseSensitive?: boolean;
  /** A text that this row alone finds. */
  readonly example: string;
  /** A text that no row finds, however near it is. */
  readonly counterExample: string;
}

/** A set of single words, in small letters. */
export interface WordList {
  /** With commas between them. */
  readonly words: string;
  readonly example: string;
  readonly counterExample: string;
}
