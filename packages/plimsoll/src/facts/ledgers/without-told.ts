import { CUES } from "../cues/cues.js";

/** What a sentence with one of these says is told, thought or meant kindly as a whole. */
const WHOLE = ["past rule", "opinion", "courtesy", "third party"] as const;
/** What only the clause with one of these tells: another clause of the same sentence may demand something. */
const CLAUSE = ["guess", "account"] as const;
const CLAUSE_END = /(?<=[,;—–，；、])\s?|(?<=\s[-–—])\s/;
const MAX_CLAUSES = 64;

/** The clauses of a sentence, each with the mark at its end. */
export const clausesOf = (sentence: string): readonly string[] => sentence.split(CLAUSE_END, MAX_CLAUSES);

/**
 * The part of a sentence, in its own words, that may demand something: without clauses that guess or tell what
 * happens. Empty if the sentence only reports, remembers, muses or thanks.
 */
export function withoutTold(spoken: string): string {
  if (WHOLE.some((name) => CUES.has(name, spoken))) return "";
  if (!CLAUSE.some((name) => CUES.has(name, spoken))) return spoken;
  return clausesOf(spoken)
    .filter((clause) => !CLAUSE.some((name) => CUES.has(name, clause)))
    .join(" ");
}
