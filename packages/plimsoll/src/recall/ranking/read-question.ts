import { answerKind, type AnswerKind } from "./answer-kind.js";
import { foldWord } from "./fold-word.js";
import { scanWords } from "./scan-words.js";
import { languageOf, type SearchLanguage } from "./search-language.js";
import { synonymsOf } from "./synonyms-of.js";
import { wideSynonyms } from "./wide-synonyms.js";
import { widePairs } from "./wide-pairs.js";

const MAX_CHARACTERS = 2000;
const MAX_WORDS = 24;
const MAX_PAIRS = 60;
const FUNCTION_WORD = 0.05;
const PART = 0.4;
const JOINED = 0.8;
const WIDE_SYNONYM = 0.45;

/** Another word for what was asked, and how much it counts for it. */
export interface Alternative {
  readonly word: string;
  readonly weight: number;
}

/** One thing that a question is about: its own word first, then others for it. */
export interface Concept {
  readonly weight: number;
  /** Says nothing about what a sentence asks for, only in which language. */
  readonly isFunctional?: boolean;
  readonly words: readonly Alternative[];
}

/** What a question asks for. */
export interface Question {
  readonly concepts: readonly Concept[];
  readonly language: SearchLanguage;
  /** Whether it is said in a sentence, not in a few words to look for. */
  readonly isSentence: boolean;
  /** Undefined if the words do not tell. */
  readonly answer: AnswerKind | undefined;
}

/** Reads a question, or a few words to look for; without concepts if there is no word in it. */
export function readQuestion(query: string): Question {
  const text = query.slice(0, MAX_CHARACTERS);
  const found = latinWords(text);
  const language = languageOf(found.map(({ word }) => word));
  const isFunctional = ({ word }: AskedWord): boolean => language.functionWords.has(word);
  const words = distinct(found).slice(0, MAX_WORDS);
  const isSentence = QUESTION_MARK.test(text) || found.filter(isFunctional).length > 1;
  const concepts = words.map((asked, position) => ({
    weight: isFunctional(asked) ? FUNCTION_WORD : asked.weight,
    isFunctional: isSentence && isFunctional(asked),
    words: alternatives(asked.word, words[position + 1]?.word, language),
  }));
  return { concepts: [...concepts, ...wideConcepts(text)], language, isSentence, answer: answerKind(text) };
}

const QUESTION_MARK = /[?？¿]/;

function alternatives(word: string, next: string | undefined, language: SearchLanguage): Alternative[] {
  const own = { word, weight: 1 };
  if (language.functionWords.has(word)) return [own];
  const pair = next === undefined ? undefined : `${word}${next}`;
  const joined = pair === undefined ? [] : [{ word: pair, weight: JOINED }, ...synonymsOf(pair, language)];
  return [own, ...joined, ...synonymsOf(word, language)];
}

interface AskedWord {
  readonly word: string;
  readonly weight: number;
}

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** The words between blanks; the parts of a compound count less than the whole. */
function latinWords(text: string): AskedWord[] {
  const words: AskedWord[] = [];
  let end = 0;
  scanWords(text, (word, at) => {
    if (WIDE.test(word)) return;
    const isPart = at < end;
    if (!isPart) end = at + word.length;
    words.push({ word, weight: isPart ? PART : 1 });
  });
  return words;
}

function wideConcepts(text: string): Concept[] {
  const pairs = widePairs(text).map(({ pair, weight }) => ({ word: foldWord(pair), weight }));
  const asked = distinct(pairs)
    .slice(0, MAX_PAIRS)
    .map(({ word, weight }) => ({ weight, words: [{ word, weight: 1 }] }));
  const others = pairs.length === 0 ? [] : wideSynonyms(text).map(({ others: words }) => otherPairs(words));
  return [...asked, ...others];
}

/** Other words for one that was asked, by their pairs of characters. */
function otherPairs(others: readonly string[]): Concept {
  const words = others.flatMap((other) => {
    const pairs = pairsOf(other);
    return pairs.map((word) => ({ word, weight: 1 / Math.sqrt(pairs.length) }));
  });
  return { weight: WIDE_SYNONYM, words };
}

function pairsOf(word: string): string[] {
  const pairs: string[] = [];
  scanWords(word, (pair) => pairs.push(pair));
  return pairs;
}

function distinct(words: readonly AskedWord[]): AskedWord[] {
  const known = new Map<string, AskedWord>();
  for (const word of words) if (!known.has(word.word)) known.set(word.word, word);
  return [...known.values()];
}
