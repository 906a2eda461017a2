import { CUES } from "../cues/cues.js";

const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|[\p{L}\p{N}_]+(?:[./:@-][\p{L}\p{N}_]+)*/gu;
const EAST_ASIAN = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const NUMBER = /^\d+(?:[.,:]\d+)*$/;
const MAX_WORDS = 48;

/** The subject of a sentence: its words without function words, East Asian text by pairs of characters. */
export interface ContentWords {
  readonly words: ReadonlySet<string>;
  readonly numbers: readonly string[];
}

/** The words of a sentence, at most `max` (by default 48). */
export function contentWords(sentence: string, max: number = MAX_WORDS): ContentWords {
  const words = new Set<string>();
  const numbers: string[] = [];
  const stopWords = CUES.words("stop word");
  for (const [token] of sentence.toLowerCase().matchAll(WORD)) {
    if (words.size >= max) break;
    if (NUMBER.test(token)) numbers.push(token);
    else if (EAST_ASIAN.test(token)) addPairs(token, words, max);
    else if (token.length > 1 && !stopWords.has(token)) words.add(stem(token));
  }
  return { words, numbers };
}

function addPairs(run: string, words: Set<string>, max: number): void {
  const characters = Array.from(run.slice(0, 200));
  for (let index = 0; index + 1 < characters.length && words.size < max; index++) {
    const pair = `${characters[index]}${characters[index + 1]}`;
    if (!CUES.hasWord("stop word", pair)) words.add(pair);
  }
}

/** Enough to see `tests` and `test`, `commits` and `committing` as one. */
function stem(word: string): string {
  if (word.length < 5 || /[^a-z]/.test(word)) return word;
  return word.replace(/(?:ing|ed|es|s)$/, "").replace(/(.)\1$/, "$1");
}

export function sharedWords(one: ContentWords, other: ContentWords): number {
  let shared = 0;
  for (const word of one.words) if (other.words.has(word)) shared++;
  return shared;
}
