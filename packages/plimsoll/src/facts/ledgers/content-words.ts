import { remembered } from "../../text/remembered.js";
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
/** The same of a text in ASCII, in a fraction of the time. */
const ASCII_WORD = /[a-z0-9_]+(?:[./:@-][a-z0-9_]+)*/g;
const BEYOND_ASCII = /[^\u0000-\u007f]/;
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
  return max === MAX_WORDS ? rememberedWords(sentence) : readWords(sentence, max);
}

/** A sentence is compared with many others, and by several ledgers in a row. */
const REMEMBERED_SENTENCES = 200;
const rememberedWords = remembered((sentence) => readWords(sentence, MAX_WORDS), REMEMBERED_SENTENCES);

function readWords(sentence: string, max: number): ContentWords {
  const words = new Set<string>();
  const numbers: string[] = [];
  for (const token of tokensOf(sentence.toLowerCase())) {
    if (words.size >= max) break;
    const meaning = meaningOf(token);
    if (meaning === "number") numbers.push(token);
    else if (meaning === "unspaced") addUnspaced(token, words, max);
    else if (meaning !== undefined) words.add(meaning.stem);
  }
  return { words, numbers };
}

/** What a word in lower case counts as; undefined if it says nothing of the subject. */
const meaningOf = remembered((token): "number" | "unspaced" | { readonly stem: string } | undefined => {
  if (NUMBER.test(token) || CUES.hasWord("number word", token)) return "number";
  if (EAST_ASIAN.test(token)) return "unspaced";
  return token.length > 1 && !CUES.hasWord("stop word", token) ? { stem: wordStem(token) } : undefined;
});

function* tokensOf(sentence: string): Iterable<string> {
  const pattern = BEYOND_ASCII.test(sentence) ? WORD : ASCII_WORD;
  for (const [token] of sentence.matchAll(pattern)) {
    if (token.includes("-") && COMPOUND.test(token)) yield* token.split("-");
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
