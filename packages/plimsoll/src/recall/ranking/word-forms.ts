import { BUCKET_CHARACTERS, type PassageIndex } from "./passage-index.js";
import type { SearchLanguage } from "./search-language.js";

/** How much each way of being the same word counts. */
const SAME_STEM = 0.9;
const SAME_BEGINNING = 0.45;
const PART_OF_WORD = 0.35;
const PART_OF_NAME = 0.9;
const BEGINNING = 5;
const LONGEST_ENDING = 4;
const LEAST_PART = 4;
const LONG_WORD = 9;
const MAX_FORMS = 40;

/** A word of the index, and how surely it is the word that was asked for. */
export interface WordForm {
  readonly word: string;
  readonly weight: number;
}

/** The words of the index that are forms of a word, the surest first. */
export function wordForms(word: string, language: SearchLanguage, index: PassageIndex): WordForm[] {
  const sameness = samenessWith(word, language);
  const forms = index
    .wordsLike(word)
    .map((known) => ({ word: known, weight: sameness(known) }))
    .filter(({ weight }) => weight > 0);
  if (word.length < BUCKET_CHARACTERS && index.postings(word).length > 0) forms.push({ word, weight: 1 });
  return surest(forms);
}

/** The forms of a word, or if there are none the words that it is a part of, and those that are parts of it. */
export function wordFormsOrParts(word: string, language: SearchLanguage, index: PassageIndex): WordForm[] {
  const forms = wordForms(word, language, index);
  const isFound = forms.some(({ weight }) => weight >= SAME_STEM);
  return isFound ? forms : surest([...forms, ...partForms(word, index)]);
}

const surest = (forms: readonly WordForm[]): WordForm[] =>
  forms.toSorted((a, b) => b.weight - a.weight || (a.word < b.word ? -1 : 1)).slice(0, MAX_FORMS);

function samenessWith(word: string, language: SearchLanguage): (known: string) => number {
  // A name has no forms, and another name is not nearly it.
  if (NAME.test(word)) return (known) => Number(known === word);
  const stem = language.stem(word);
  return (known) => {
    if (known === word) return 1;
    if (language.stem(known) === stem) return SAME_STEM;
    const shared = sharedBeginning(word, known);
    const endings = Math.max(word.length, known.length) - shared;
    return shared >= BEGINNING && endings <= LONGEST_ENDING ? SAME_BEGINNING : 0;
  };
}

function sharedBeginning(a: string, b: string): number {
  const limit = Math.min(a.length, b.length);
  let length = 0;
  while (length < limit && a[length] === b[length]) length += 1;
  return length;
}

/** Longer words with this one in them, and for a long word the shorter ones in it. */
function partForms(word: string, index: PassageIndex): WordForm[] {
  const forms: WordForm[] = [];
  if (word.length < LEAST_PART && !ONE_WIDE.test(word)) return forms;
  const isName = NAME.test(word);
  const weight = isName ? PART_OF_NAME : PART_OF_WORD;
  for (const known of index.words()) {
    const isPart =
      known.length > word.length
        ? known.includes(word)
        : !isName && word.length >= LONG_WORD && known.length > LEAST_PART && word.includes(known);
    if (isPart && known !== word) forms.push({ word: known, weight });
  }
  return forms;
}

const NAME = /[\p{N}_./@#-]/u;
const ONE_WIDE = /^\p{Lo}$/u;
