import { foldWord } from "./fold-word.js";
import { EVERYDAY_WORDS } from "./lexicon/everyday-words.js";
import { EUROPEAN_WORDS } from "./lexicon/european-words.js";
import { ENGINEERING_WORDS } from "./lexicon/engineering-words.js";
import { FURTHER_WORDS } from "./lexicon/further-words.js";
import { RUSSIAN_AND_HINDI_WORDS } from "./lexicon/russian-and-hindi-words.js";
import { GENERAL_WORDS } from "./lexicon/general-words.js";
import { WORK_WORDS } from "./lexicon/work-words.js";
import type { SearchLanguage } from "./search-language.js";

/** How much a word counts for another that it shares a group with, and how much more for each further group. */
const ONE_GROUP = 0.6;
const FURTHER_GROUP = 0.12;
const MOST = 0.8;
const MAX_SYNONYMS = 24;

/** A word that may stand for another, and how much it counts then. */
export interface Synonym {
  readonly word: string;
  readonly weight: number;
}

/** The groups that each word is in, by its stem. */
type Lexicon = ReadonlyMap<string, readonly (readonly string[])[]>;

const lexicons = new Map<SearchLanguage, Lexicon>();

/** Other words for a folded word, the closest first; none if the language has no lexicon. */
export function synonymsOf(word: string, language: SearchLanguage): Synonym[] {
  const stem = language.stem(word);
  const shared = new Map<string, number>();
  for (const group of lexiconOf(language).get(stem) ?? []) {
    for (const other of group) {
      if (language.stem(other) !== stem) shared.set(other, (shared.get(other) ?? 0) + 1);
    }
  }
  return [...shared]
    .map(([other, groups]) => ({
      word: other,
      weight: Math.min(MOST, ONE_GROUP + FURTHER_GROUP * (groups - 1)),
    }))
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, MAX_SYNONYMS);
}

function lexiconOf(language: SearchLanguage): Lexicon {
  const known = lexicons.get(language);
  if (known) return known;
  const lexicon = new Map<string, string[][]>();
  for (const group of groupsOf(language)) {
    for (const stem of new Set(group.map((word) => language.stem(word)))) {
      const groups = lexicon.get(stem);
      if (groups) groups.push(group);
      else lexicon.set(stem, [group]);
    }
  }
  lexicons.set(language, lexicon);
  return lexicon;
}

const ENGLISH_TABLES = [EVERYDAY_WORDS, GENERAL_WORDS, FURTHER_WORDS, WORK_WORDS, ENGINEERING_WORDS];

function tablesOf({ name }: SearchLanguage): readonly string[] {
  if (name === "english") return ENGLISH_TABLES;
  return Object.entries({ ...EUROPEAN_WORDS, ...RUSSIAN_AND_HINDI_WORDS }).flatMap(([language, table]) =>
    language === name ? [table] : [],
  );
}

/** A hyphen is for the reader: `roll-out` is also written `rollout` and `roll out`. */
function groupsOf(language: SearchLanguage): string[][] {
  return tablesOf(language)
    .flatMap((table) => table.trim().split("\n"))
    .map((line) => line.split(" ").map((word) => foldWord(word).replaceAll("-", "")));
}
