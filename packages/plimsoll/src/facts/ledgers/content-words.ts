import { CUES } from "../cues/cues.js";

const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+|\p{Script=Hangul}+|[\p{L}\p{M}\p{N}_]+(?:[./:@-][\p{L}\p{M}\p{N}_]+)*/gu;
const EAST_ASIAN = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** Words put together with hyphens, as opposed to names with signs in them. */
const COMPOUND = /^\p{L}+(?:-\p{L}+)+$/u;
const NUMBER = /^\d+(?:[.,:]\d+)*$/;
/** Words of scripts whose words change at their end. */
const INFLECTED = /^[\p{Script=Cyrillic}\p{Script=Devanagari}\p{M}]+$/u;
const MAX_WORDS = 48;

/**
 * The subject of a sentence: its words without function words, East Asian text by pairs of characters. Numbers are
 * apart, those in words too.
 */
export interface ContentWords {
  readonly words: ReadonlySet<string>;
  readonly numbers: readonly string[];
}

/** The words of a sentence, at most `max` (by default 48). */
export function contentWords(sentence: string, max: number = MAX_WORDS): ContentWords {
  const words = new Set<string>();
  const numbers: string[] = [];
  for (const token of tokensOf(sentence.toLowerCase())) {
    if (words.size >= max) break;
    if (NUMBER.test(token) || CUES.hasWord("number word", token)) numbers.push(token);
    else if (EAST_ASIAN.test(token)) addPairs(token, words, max);
    else if (token.length > 1 && !CUES.hasWord("stop word", token)) words.add(stem(token));
  }
  return { words, numbers };
}

function* tokensOf(sentence: string): Iterable<string> {
  for (const [token] of sentence.matchAll(WORD)) {
    if (COMPOUND.test(token)) yield* token.split("-");
    else yield token;
  }
}

function addPairs(run: string, words: Set<string>, max: number): void {
  const characters = Array.from(run.slice(0, 200));
  for (let index = 0; index + 1 < characters.length && words.size < max; index++) {
    const pair = `${characters[index]}${characters[index + 1]}`;
    if (!CUES.hasWord("stop word", pair)) words.add(pair);
  }
}

const LATIN = /^[a-z]+$/;
/** Letters that a word of an inflected language keeps in most of its forms. */
const KEPT_LETTERS = 6;

/** Enough to see `tests` and `test`, `commits` and `committing`, `merge` and `merging` as one. */
function stem(word: string): string {
  if (!LATIN.test(word)) return INFLECTED.test(word) ? word.slice(0, KEPT_LETTERS) : word;
  if (word.length < 4) return word;
  const bare =
    word.length < 5 ? word.replace(/(?<!s)s$/, "") : word.replace(/(?:ing|ed|(?<=[sxz]|[cs]h)es|s)$/, "");
  return bare.replace(/e$/, "").replace(/([^aeiou])\1$/, "$1");
}

export function sharedWords(one: ContentWords, other: ContentWords): number {
  let shared = 0;
  for (const word of one.words) if (other.words.has(word)) shared++;
  return shared;
}
