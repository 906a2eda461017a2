import { CUES } from "../../../facts/cues/cues.js";
import type { TextSlice } from "../slice-codes.js";

const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|[\p{L}\p{N}][\p{L}\p{M}\p{N}'’_-]*/gu;
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const LEAST_CHARACTERS = 4;
const MAX_CHARACTERS = 40;

/** Tests and test, moved and move as one. */
const stem = (word: string): string =>
  word
    .replace(/['’]s$/, "")
    .replace(/(?:ing|ed|es|s)$/, (ending) => (word.length - ending.length >= LEAST_CHARACTERS ? "" : ending));

function addPairs(run: string, into: Set<string>): void {
  for (let at = 0; at + 1 < run.length; at++) into.add(run.slice(at, at + 2));
}

/** The subject of a piece of talk: its words without function words, each once. */
export function talkWords({ source, start, end }: TextSlice): Set<string> {
  const words = new Set<string>();
  const stopWords = CUES.words("talk stop word");
  for (const [token] of source.slice(start, end).toLowerCase().matchAll(WORD)) {
    if (UNSPACED.test(token)) addPairs(token, words);
    else if (token.length >= LEAST_CHARACTERS && token.length <= MAX_CHARACTERS && !stopWords.has(token))
      words.add(stem(token));
  }
  return words;
}
