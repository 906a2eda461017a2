import { setImmediate } from "node:timers/promises";
import { countFoldedWords } from "./count-words.js";

/** A row that a search may find, and how many of the words its text can hold at most. */
export interface SearchCandidate<Row> {
  readonly row: Row;
  readonly possible: number;
}

export interface WordSearch<Row> {
  /** From `foldWords`. */
  readonly words: readonly string[];
  readonly limit: number;
  /** Those that may hold most of the words first, then the newest first. */
  readonly candidates: readonly SearchCandidate<Row>[];
  /** Undefined for a payload that is gone. */
  readText(row: Row): Promise<string | undefined>;
}

/** Reads the candidates one by one, and no more once the best `limit` are certain. */
export async function findWords<Row>({
  words,
  limit,
  candidates,
  readText,
}: WordSearch<Row>): Promise<{ readonly info: Row; readonly found: number }[]> {
  const results: { readonly info: Row; readonly found: number }[] = [];
  let bound = Number.POSITIVE_INFINITY;
  // How many results come before every candidate that is left.
  let ahead = 0;
  for (const { row, possible } of candidates) {
    if (possible < bound) {
      bound = possible;
      ahead = results.filter(({ found }) => found > possible).length;
    }
    if (ahead >= limit) break;
    const text = await readText(row);
    if (text === undefined) continue;
    const found = countFoldedWords(text, words);
    if (found > 0) results.push({ info: row, found });
    if (found >= bound) ahead += 1;
    // Other work of the process goes on between two payloads.
    await setImmediate();
  }
  return results;
}
