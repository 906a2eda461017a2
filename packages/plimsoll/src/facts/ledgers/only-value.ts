import { CUES } from "../cues/cues.js";
import { isQuestion } from "./constraint-kind.js";
import { contentWords } from "./content-words.js";
import { type ExactValue, exactValues } from "./exact-values.js";
import { spokenWords } from "./spoken-words.js";
import { areForms, subjectWords } from "./subject-words.js";

/** Slots of which a sentence says the value and nothing else. */
const PLAIN_SLOTS: ReadonlySet<string> = new Set(["date", "time", "money", "mail"]);
const COUNT = "number of ";
const MOST_CHARACTERS = 60;

/** A value that a sentence gives without saying of what. */
export interface OnlyValue {
  /** The slot that it fills, as in `ExactValue`; undefined for a number without a unit. */
  readonly slot: string | undefined;
  readonly value: string;
}

/** What says nothing of the subject in such a sentence. */
const CHOOSING = ["chosen value", "date"] as const;
const UNSPACED = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** The count in a sentence with the word of its subject behind it: "5 seconds", and not "5 is". */
const isCount = ({ slot }: ExactValue, words: readonly string[]): boolean => {
  if (!slot.startsWith(COUNT)) return false;
  const unit = slot.slice(COUNT.length);
  return UNSPACED.test(unit) || words.some((word) => names(word, unit));
};

/** True if a word of the subject is the unit, in whatever form. */
const names = (word: string, unit: string): boolean =>
  unit.startsWith(word) || [...contentWords(unit).words].some((stem) => areForms(word, stem));

/** The value in "Make that 5.", "改成5次吧", "Let's do Thursday instead"; undefined if a sentence says more, or chooses nothing. */
export function onlyValue(text: string): OnlyValue | undefined {
  if (text.length > MOST_CHARACTERS) return undefined;
  const spoken = spokenWords(text);
  const chooses = (["chosen value", "changed value", "correction"] as const).some((cue) =>
    CUES.has(cue, spoken),
  );
  if (!chooses || isQuestion(spoken)) return undefined;
  const values = exactValues(spoken);
  const named = values.find(({ slot }) => PLAIN_SLOTS.has(slot));
  const { numbers } = contentWords(spoken);
  const words = [...subjectWords(CHOOSING.reduce((left, cue) => CUES.replace(cue, left, " "), spoken))];
  const count = values.find((value) => isCount(value, words));
  const unit = count?.slot.slice(COUNT.length) ?? "";
  if (words.some((word) => !names(word, unit))) return undefined;
  if (named !== undefined) return named;
  const [number] = numbers;
  return number === undefined || numbers.length > 1
    ? undefined
    : (count ?? { slot: undefined, value: number });
}
