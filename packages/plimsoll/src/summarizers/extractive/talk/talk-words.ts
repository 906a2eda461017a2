import type { TextSlice } from "../slice-codes.js";

const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|[\p{L}\p{N}][\p{L}\p{M}\p{N}'’_-]*/gu;
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const LEAST_CHARACTERS = 4;
const MAX_CHARACTERS = 40;

/** Words of four letters and more that hold a sentence together and say nothing of its subject. */
const HOLDING_WORDS: ReadonlySet<string> = new Set(
  (
    "that this with from have what your they them their there about would could should will just then than when where " +
    "which were been being because into over some such very also only more most other these those here does doing done " +
    "make made like know think mean well yeah okay right really actually going gonna want wanna thing things something " +
    "anything everything kind sort maybe probably quite still even much many lots getting come came goes went take took " +
    "says said saying look looking sure good yes don't that's it's can't won't didn't doesn't isn't wasn't there's " +
    "und oder aber nicht eine einen einer dass sich auch noch wird sind haben werden kann " +
    "mais pour avec dans vous nous elle cette être avoir fait comme plus tout bien alors donc " +
    "pero para como esto esta este cuando porque también muy todo nada tiene hacer"
  ).split(" "),
);

/** Tests and test, moved and move as one. */
const stem = (word: string): string =>
  word
    .replace(/['’]s$/, "")
    .replace(/(?:ing|ed|es|s)$/, (ending) => (word.length - ending.length >= LEAST_CHARACTERS ? "" : ending));

function addPairs(run: string, into: Set<string>): void {
  for (let at = 0; at + 1 < run.length; at++) into.add(run.slice(at, at + 2));
}

/** What a piece of talk is about: its words without those that hold a sentence together, each once. */
export function talkWords({ source, start, end }: TextSlice): Set<string> {
  const words = new Set<string>();
  for (const [token] of source.slice(start, end).toLowerCase().matchAll(WORD)) {
    if (UNSPACED.test(token)) addPairs(token, words);
    else if (token.length >= LEAST_CHARACTERS && token.length <= MAX_CHARACTERS && !HOLDING_WORDS.has(token))
      words.add(stem(token));
  }
  return words;
}
