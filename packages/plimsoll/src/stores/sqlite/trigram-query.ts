import { wordTrigrams } from "../artifacts/word-trigrams.js";

/**
 * A full-text query for the texts that may contain a word of `foldWords`: a superset, because the index ignores
 * the order and position of trigrams. Undefined for words of fewer than three characters.
 */
export function trigramQuery(word: string): string | undefined {
  return wordTrigrams(word)
    ?.map((trigram) => `"${trigram.replaceAll('"', '""')}"`)
    .join(" AND ");
}
