import { foldCase } from "../artifacts/count-words.js";

const TRIGRAM_CHARACTERS = 3;
const MAX_TRIGRAMS = 32;

// SQLite ends a text at a NUL.
const NUL = "\u0000";
const NUL_STAND_IN = "\ufffd";

/** The text for the trigram index; undefined for one with lone surrogates, which SQLite would replace. */
export function indexedText(text: string): string | undefined {
  return text.isWellFormed() ? foldCase(text).replaceAll(NUL, NUL_STAND_IN) : undefined;
}

/**
 * A full-text query for the texts that may contain a word of `foldWords`: a superset, because the index ignores
 * the order and position of trigrams. Undefined for words of fewer than three characters.
 */
export function trigramQuery(word: string): string | undefined {
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
  return [...trigrams].map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(" AND ");
}
