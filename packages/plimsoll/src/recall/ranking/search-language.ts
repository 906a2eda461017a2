import { stemmer as english } from "@orama/stemmers/english";
import { stemmer as french } from "@orama/stemmers/french";
import { stemmer as german } from "@orama/stemmers/german";
import { stemmer as hindi } from "@orama/stemmers/indian";
import { stemmer as italian } from "@orama/stemmers/italian";
import { stemmer as dutch } from "@orama/stemmers/dutch";
import { stemmer as portuguese } from "@orama/stemmers/portuguese";
import { stemmer as russian } from "@orama/stemmers/russian";
import { stemmer as spanish } from "@orama/stemmers/spanish";
import { FUNCTION_WORDS } from "./function-words.js";

/** A language with words between blanks, for a search. */
export interface SearchLanguage {
  readonly name: string;
  /** What the forms of a word have in common. */
  stem(word: string): string;
  /** Folded words that say little about what is asked: articles, pronouns, auxiliary verbs, question words. */
  readonly functionWords: ReadonlySet<string>;
}

const STEMMERS = { english, german, french, spanish, portuguese, italian, dutch, russian, hindi } as const;

/** English is the first: what no language claims is read as English. */
const LANGUAGES: readonly SearchLanguage[] = Object.entries(STEMMERS).map(([name, stem]) => ({
  name,
  stem,
  functionWords: new Set(FUNCTION_WORDS[name as keyof typeof STEMMERS].split(/\s+/)),
}));

/** The language of which most of the words are function words. */
export function languageOf(words: readonly string[]): SearchLanguage {
  const counted = LANGUAGES.map((language) => ({
    language,
    count: words.filter((word) => language.functionWords.has(word)).length,
  }));
  const [first] = counted.toSorted((a, b) => b.count - a.count);
  if (!first) throw new Error("there is no language");
  return first.language;
}
