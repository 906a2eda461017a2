import { CompactError } from "../../errors/compact-error.js";

/** How many of the words a text holds, in any case of letters and also inside longer words. */
export function countWords(text: string, words: readonly string[]): number {
  return countFoldedWords(text, foldWords(words));
}

/** The words for `countFoldedWords`: in lower case, each once, none empty. */
export function foldWords(words: readonly string[]): string[] {
  if (!Array.isArray(words) || !words.every((word) => typeof word === "string")) {
    throw new CompactError("INVALID_INPUT", "A search needs a list of words; each must be a string.");
  }
  return [...new Set(words.map(foldCase))].filter((word) => word !== "");
}

/** Like `countWords`, with words that `foldWords` made: for one search over many texts. */
export function countFoldedWords(text: string, folded: readonly string[]): number {
  if (folded.length === 0) return 0;
  const lower = foldCase(text);
  return folded.reduce((found, word) => (lower.includes(word) ? found + 1 : found), 0);
}

/** The small sigma at the end of a word is another letter than elsewhere; a part of a word must find both. */
export function foldCase(text: string): string {
  return text.toLowerCase().replaceAll("ς", "σ");
}
