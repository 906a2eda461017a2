import type { Writing } from "./cue-language.js";

/** What programs and code are full of, and sentences are not. */
const SIGNS = /[={}<>$|\\;]|\w\(|::/;

/** A longer sentence has one of the common words of its language. */
const MOST_CHARACTERS = 160;

export interface LatinWriting {
  /** Letters that English does not have. */
  readonly letters: string;
  /** Words of nearly every longer sentence, without such letters, with commas between them. */
  readonly words: string;
}

/**
 * Tells the texts that may be in a language with Latin letters: those with one of its own letters, and those without any
 * common English word that have a word of its own, or are short and have no signs of code. Most texts of most sessions are English or
 * code; the cues of the others are not looked for in them.
 */
export function latinWriting({ letters, words }: LatinWriting): Writing {
  const ownLetter = new RegExp(`[${letters}]`, "i");
  const ownWord = new RegExp(String.raw`\b(?:${words.split(", ").join("|")})\b`, "i");
  return {
    test: (text, { isAscii, isEnglish, beginning }) =>
      (!isAscii && ownLetter.test(text)) ||
      (!isEnglish && ((text.length <= MOST_CHARACTERS && !SIGNS.test(text)) || ownWord.test(beginning))),
  };
}
