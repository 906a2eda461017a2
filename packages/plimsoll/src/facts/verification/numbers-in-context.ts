import { contentWords } from "../ledgers/content-words.js";
import { clauseAround } from "./clause-around.js";
import type { NumberInContext } from "./supported-numbers.js";

const MAX_NUMBERS = 20;
/** Fewer do not tell what a number is about; then the whole sentence does. */
const LEAST_WORDS = 2;
/** Digits that are no part of a word, a path, a version or a date. */
const NUMBER =
  /(?<![\p{L}\p{N}_./:#-])\d{1,15}(?:[.,]\d{1,12}){0,4}(?=[\p{L}%]{0,4}(?![\p{L}\p{N}_/]|[.:-][\p{L}\p{N}]))/gu;

/** The numbers that a sentence gives, each with the words of its clause. */
export function numbersInContext(sentence: string): NumberInContext[] {
  const found: NumberInContext[] = [];
  for (const { 0: number, index } of sentence.matchAll(NUMBER)) {
    if (found.length >= MAX_NUMBERS) break;
    const { before, after } = clauseAround(sentence, index, index + number.length);
    const own = new Set([...contentWords(before).words, ...contentWords(after).words]);
    const words = own.size >= LEAST_WORDS ? own : contentWords(sentence).words;
    found.push({ number: number.replace(/[.,]$/, ""), words: [...words] });
  }
  return found;
}
