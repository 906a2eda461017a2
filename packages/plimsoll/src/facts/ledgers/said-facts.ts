import type { FactFields } from "../checkpoint/checkpoint.js";
import { CUES } from "../cues/cues.js";
import { contentWords } from "./content-words.js";
import { type FactSighting, newestValue } from "./fact-sighting.js";
import type { LedgerTable } from "./ledger-table.js";
import type { SpokenText } from "./observation.js";

const MAX_FACTS = 10;
const MAX_SENTENCE_CHARACTERS = 400;
const MAX_SUBJECT_WORDS = 4;

/** Values that a sentence can give to a subject, by kind. */
const VALUES: readonly (readonly [string, RegExp])[] = [
  ["port", /\bport:? \d{2,5}\b/i],
  ["address", /[\w.+-]{1,64}@[\w-]{1,60}(?:\.[\w-]{1,60}){1,4}/],
  ["url", /\bhttps?:\/\/[^\s<>"'`)]{3,200}[^\s<>"'`).,;:]/],
  ["host", /\b[\w-]{1,60}(?:\.[\w-]{1,60}){0,6}:\d{2,5}\b/],
  ["version", /\bv?\d{1,4}\.\d{1,4}(?:\.\d{1,6}){1,2}(?:-[\w.]{1,20})?\b|\bversion \d[\w.]{0,20}\w?/i],
  ["id", /(?:\b[A-Z]{2,10}-\d{1,9}\b|#\d{1,9}\b)/],
  ["time", /\b\d{4}-\d\d-\d\d\b|\b\d{1,2}:\d\d\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b/i],
  ["amount", /[$€£]\s?\d[\d.,]{0,12}\d?/],
  ["name", /`[^`\n]{1,80}`/],
];
/** An assistant names code all the time. */
const VALUES_OF_ASSISTANT = VALUES.filter(([kind]) => kind !== "name");
const CLAUSE = /[,;:—–]\s|\s(?:and|but|so|because|that|when|if|since|while)\s/g;
const OPENING =
  /^(?:(?:the|a|an|our|my|your|their|this|that|please|now|so|then|also|note|sorry|ok|okay|and|but)\s)+/i;
/** Between the verb and the value: "is now at", "goes to". */
const LINK =
  /^\s{0,2}(?:(?:now|at|on|in|to|by|from|under|via|only|set|moved|changed|switched|back|over|the|a|for) ?){0,4}["'`]?$/i;
const PRONOUN =
  /^(?:it|this|that|these|those|they|we|i|you|he|she|there|what|which|who|something|everything|nothing)\b/i;
const ADVERB = /\s(?:now|also|still|currently|already|then)$/i;
const NEGATION = /\b(?:not|no longer|never|isn't|doesn't|instead of|rather than|from)\b[^,;]{0,40}$/i;

/** What sentences of the user or the assistant say of a subject: where it listens, where it goes, when it is. */
export function saidFacts({ kind, sentences }: SpokenText, table: LedgerTable<FactFields>): FactSighting[] {
  const found: FactSighting[] = [];
  for (const { text, reported } of sentences) {
    if (found.length >= MAX_FACTS) break;
    if (reported || text.length > MAX_SENTENCE_CHARACTERS || /[?？]\s*$/.test(text)) continue;
    const fact = factIn(text, kind === "user" ? VALUES : VALUES_OF_ASSISTANT);
    if (fact === undefined) continue;
    const key = knownKey(fact, table);
    found.push(newestValue(key, fact));
  }
  return found;
}

interface SaidFact {
  readonly kind: string;
  readonly subject: string;
  readonly value: string;
}

/** The last value of a sentence that a verb links to a subject before it. */
function factIn(sentence: string, values: typeof VALUES): SaidFact | undefined {
  for (const [kind, pattern] of values) {
    const match = pattern.exec(sentence);
    if (match === null) continue;
    const before = sentence.slice(0, match.index);
    const clause = before.slice(lastClause(before)).trim();
    const verb = CUES.find("linking verb", clause);
    if (verb === undefined || NEGATION.test(clause) || !LINK.test(clause.slice(verb.end))) continue;
    const subject = clause.slice(0, verb.start).trim().replace(OPENING, "").replace(ADVERB, "").trim();
    if (isSubject(subject)) return { kind, subject, value: match[0].replaceAll("`", "") };
  }
  return undefined;
}

function lastClause(text: string): number {
  let start = 0;
  for (const { index, 0: mark } of text.matchAll(CLAUSE)) start = index + mark.length;
  return start;
}

/** One to four words that name something. */
function isSubject(subject: string): boolean {
  return (
    !PRONOUN.test(subject) &&
    contentWords(subject).words.size > 0 &&
    subject.split(/\s+/).length <= MAX_SUBJECT_WORDS
  );
}

/** The key of the known fact about the same subject, otherwise a new one. */
function knownKey({ kind, subject }: SaidFact, table: LedgerTable<FactFields>): string {
  const words = [...contentWords(subject).words].sort();
  const key = `said\n${kind}\n${words.join(" ")}`;
  if (table.get(key) !== undefined) return key;
  const prefix = `said\n${kind}\n`;
  for (const row of table.rows()) {
    if (!row.key.startsWith(prefix)) continue;
    const others = row.key.slice(prefix.length).split(" ");
    const [few, many] = words.length < others.length ? [words, others] : [others, words];
    if (few.every((word) => many.includes(word))) return row.key;
  }
  return key;
}
