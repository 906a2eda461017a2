/** One sentence, word for word. */
export interface ProseSentence {
  readonly text: string;
  /** It is listed below a heading that announces such a list. */
  readonly underRules: "" | "requirement" | "acceptance";
  /** Who is named as saying it, in small letters: "Ann: …". Empty where nobody is. */
  readonly speaker: string;
  /** It stands in a transcript that was put into the message: what others said. */
  readonly reported: boolean;
  /** It is part of a list, and the first sentence of its entry. */
  readonly isListed: boolean;
  readonly opensEntry: boolean;
  /** How many Markdown headings stand above it. */
  readonly section: number;
  /** Counts the paragraphs of the text. */
  readonly paragraph: number;
}
