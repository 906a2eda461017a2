import { foldCase } from "./count-words.js";

const TRIGRAM_CHARACTERS = 3;
const MAX_TRIGRAMS = 32;

// SQLite ends a text at a NUL.
const NUL = "\u0000";
const NUL_STAND_IN = "\ufffd";

/** The text as search indexes see it; undefined for one with lone surrogates, which no database keeps. */
export function indexedText(text: string): string | undefined {
  return text.isWellFormed() ? foldCase(text).replaceAll(NUL, NUL_STAND_IN) : undefined;
}

/**
 * Some trigrams of a word of `foldWords`, spread over it: a text without one of them does not hold the word. Undefined for
 * words of fewer than three characters.
 */
export function wordTrigrams(word: string): string[] | undefined {
  const text = indexedText(word);
  if (text === undefined) return undefined;
  const characters = [...text];
  if (characters.length < TRIGRAM_CHARACTERS) return undefined;
  const trigrams = new Set<string>();
  const last = characters.length - TRIGRAM_CHARACTERS;
  const step = Math.max(1, last / (MAX_TRIGRAMS - 1));
  for (let start = 0; start <= last; start += step) {
    const from = Math.round(start);
    trigrams.add(characters.slice(from, from + TRIGRAM_CHARACTERS).join(""));
  }
  return [...trigrams];
}
