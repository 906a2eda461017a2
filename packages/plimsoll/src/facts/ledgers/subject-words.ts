import { remembered } from "../../text/remembered.js";
import { CUES } from "../cues/cues.js";
import { contentWords } from "./content-words.js";

/** What is done to a thing, and that it may be done, says nothing of which thing it is. */
const DOING = ["keeping", "deed", "allowance", "chosen value"] as const;
const HAN = /^\p{Script=Han}+$/u;
/** A syllable by itself is mostly an ending or a particle. */
const SYLLABLE = /^[\uac00-\ud7a3]$/u;
const HANGUL = /^[\uac00-\ud7a3]{2}/u;
/** Syllables of Hangul that begin alike: "돌리" and "돌려" are forms of one verb. */
const SYLLABLES_OF_CONSONANT = 588;
const FIRST_SYLLABLE = 0xac00;
/** Letters that two forms of a word share at least, and their share of the shorter one. */
const LEAST_LETTERS = 4;
const LEAST_SHARE = 0.65;

const REMEMBERED_SENTENCES = 200;

function read(text: string): ReadonlySet<string> {
  const bare = DOING.reduce((left, cue) => CUES.replace(cue, left, " "), text);
  const words = [...contentWords(bare).words];
  const signs = words.flatMap((word) => (HAN.test(word) ? Array.from(word) : [word]));
  return new Set(signs.filter((word) => !SYLLABLE.test(word)));
}

/** What a sentence speaks of, without what is done to it: stems of words, Chinese characters one by one. */
export const subjectWords: (text: string) => ReadonlySet<string> = remembered(read, REMEMBERED_SENTENCES);

const consonantOf = (syllable: string): number =>
  Math.floor(((syllable.codePointAt(0) ?? 0) - FIRST_SYLLABLE) / SYLLABLES_OF_CONSONANT);

/** Consonants that change in Russian verbs: "пиши", "писать". */
const unchanged = (word: string): string => word.replace(/[шщ]/g, "с").replace(/ж/g, "з").replace(/ч/g, "к");
const CYRILLIC = /^[\u0400-\u04ff]{3}/u;
const CYRILLIC_LETTERS = 3;

/** True for two forms of a word, as far as their beginnings tell. */
export function areForms(one: string, other: string): boolean {
  if (one === other) return true;
  if (CYRILLIC.test(one) && CYRILLIC.test(other) && Math.min(one.length, other.length) === CYRILLIC_LETTERS)
    return unchanged(one).slice(0, CYRILLIC_LETTERS) === unchanged(other).slice(0, CYRILLIC_LETTERS);
  if (HANGUL.test(one) && HANGUL.test(other))
    return one[0] === other[0] && consonantOf(one.slice(1)) === consonantOf(other.slice(1));
  const shorter = Math.min(one.length, other.length);
  const least = Math.max(LEAST_LETTERS, Math.ceil(shorter * LEAST_SHARE));
  return shorter >= least && one.slice(0, least) === other.slice(0, least);
}

/** How many words of the subject of an earlier sentence a later one names, and of how many. */
export function namedAgain(
  later: string,
  earlier: string,
): { readonly shared: number; readonly share: number } {
  const known = [...subjectWords(later)];
  const words = [...subjectWords(earlier)];
  const isNamed = (word: string): boolean =>
    HAN.test(word) ? later.includes(word) : known.some((other) => areForms(word, other));
  const shared = words.filter(isNamed).length;
  return { shared, share: shared / Math.max(1, words.length) };
}
