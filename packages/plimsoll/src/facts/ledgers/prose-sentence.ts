/** One sentence, word for word. */
export interface ProseSentence {
  readonly text: string;
  /** It is listed below a heading that announces such a list. */
  readonly underRules: "" | "requirement" | "acceptance";
  /** The named speaker, in lower case: "Ann: …". Empty if there is none. */
  readonly speaker: string;
  /** It belongs to a transcript inside the message: other people's words. */
  readonly reported: boolean;
  /** It is part of a list, and the first sentence of its entry. */
  readonly isListed: boolean;
  readonly opensEntry: boolean;
  /** The number of Markdown headings above it. */
  readonly section: number;
  /** Counts the paragraphs of the text. */
  readonly paragraph: number;
}
