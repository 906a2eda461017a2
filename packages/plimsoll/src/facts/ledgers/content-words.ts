import { CUES } from "../cues/cues.js";
import { unspacedWords } from "./unspaced-words.js";
import { wordStem } from "./word-stem.js";

const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー`;
const SPACED = String.raw`(?:(?![${UNSPACED}])[\p{L}\p{M}\p{N}_])+`;
/** A Korean word, a run of other East Asian text, or a word. What follows a number in such a script is apart from it. */
const WORD = new RegExp(
  String.raw`\p{Script=Hangul}+|(?:(?!\p{Script=Hangul})[${UNSPACED}])+|${SPACED}(?:[./:@-]${SPACED})*`,
  "gu",
);
const EAST_ASIAN = new RegExp(`^[${UNSPACED}]`, "u");
/** Words put together with hyphens, as opposed to names with signs in them. */
const COMPOUND = /^\p{L}+(?:-\p{L}+)+$/u;
const NUMBER = /^\d+(?:[.,:]\d+)*$/;
const MAX_WORDS = 48;

/**
 * The subject of a sentence: its words without function words, East Asian text as `unspacedWords` reads it. Numbers are
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
    else if (EAST_ASIAN.test(token)) addUnspaced(token, words, max);
    else if (token.length > 1 && !CUES.hasWord("stop word", token)) words.add(wordStem(token));
  }
  return { words, numbers };
}

function* tokensOf(sentence: string): Iterable<string> {
  for (const [token] of sentence.matchAll(WORD)) {
    if (COMPOUND.test(token)) yield* token.split("-");
    else yield token;
  }
}

function addUnspaced(run: string, words: Set<string>, max: number): void {
  for (const word of unspacedWords(run)) {
    if (words.size >= max) return;
    if (!CUES.hasWord("stop word", word)) words.add(word);
  }
}

export function sharedWords(one: ContentWords, other: ContentWords): number {
  let shared = 0;
  for (const word of one.words) if (other.words.has(word)) shared++;
  return shared;
}
