import type { ConstraintFields, ConstraintKind } from "../checkpoint/checkpoint.js";
import { constraintKind, isAdvice } from "./constraint-kind.js";
import { isClaimOfFact, isCorrection } from "./is-correction.js";
import { isNegative } from "./is-negative.js";
import { isDemandOfReader } from "./is-said-to-reader.js";
import { type ContentWords, contentWords, sharedWords } from "./content-words.js";
import { LabelledSpeech, type SpeechState } from "./labelled-speech.js";
import { type LedgerRow, LedgerTable } from "./ledger-table.js";
import { replacesSingleValue } from "./replaces-single-value.js";
import { messageAuthorship, type Authorship } from "./message-authorship.js";
import type { ObservedSummary, Observation, SpokenText } from "./observation.js";
import type { ProseSentence } from "./prose-sentence.js";

/** A sentence is compared with the newest sentences of each of its words, so that the cost stays linear. */
const MAX_COMPARED_PER_WORD = 32;
const MOST_SUPERSEDED = 100;
const MAX_KEY_CHARACTERS = 2_000;

interface Compared {
  readonly key: string;
  readonly position: number;
  readonly content: ContentWords;
  readonly text: string;
  readonly kind: ConstraintKind;
}

const keyOf = (text: string): string =>
  text
    .slice(0, MAX_KEY_CHARACTERS)
    .toLowerCase()
    .replace(/[\s*_`"'“”]+/g, " ")
    .replace(/[.!。！\s]+$/, "")
    .trim();

/**
 * What the user demands, forbids, limits and prefers, sentence by sentence, verbatim. Never drops a valid entry;
 * a later sentence on the same subject supersedes an earlier one only if it says so (see `supersedes`).
 */
export class ConstraintLedger {
  readonly table: LedgerTable<ConstraintFields>;
  readonly #byWord = new Map<string, Compared[]>();
  readonly #speech: LabelledSpeech;

  constructor(rows: readonly LedgerRow<ConstraintFields>[] = [], speech?: SpeechState) {
    this.#speech = new LabelledSpeech(speech);
    this.table = new LedgerTable({ capacity: Number.POSITIVE_INFINITY, isOpen: () => true }, rows);
    const byAge = [...rows].sort((one, other) => one.last - other.last);
    for (const { key, fields, last } of byAge) {
      this.#index({ key, position: last, content: contentWords(fields.text), ...fields });
    }
  }

  /** Who speaks in the session, as far as labels say. */
  get speech(): SpeechState {
    return this.#speech.toJSON();
  }

  observe(observation: Observation): void {
    if (observation.kind === "summary") this.#observeSummary(observation);
    if (observation.kind === "call") this.#speech.observeCall();
    if (observation.kind !== "user" && observation.kind !== "assistant") return;
    this.#speech.observeMessage(observation.sentences[0]?.speaker ?? "", observation.kind);
    const released = this.#speech.release();
    if (released.size > 0) this.table.remove(released);
    if (observation.kind !== "user") return;
    const authorship = messageAuthorship(observation.sentences);
    for (const sentence of observation.sentences) {
      if (sentence.reported || this.#speech.isReported(sentence.speaker)) continue;
      this.#sentence(sentence, authorship(sentence), observation);
    }
  }

  /** Rules of a verified summary are the user's. Those of any other are kept as a model's claims, to be quoted. */
  #observeSummary({ rules, isVerified, item, position }: ObservedSummary): void {
    for (const text of rules) {
      const key = keyOf(text);
      if (key === "" || this.table.get(key) !== undefined) continue;
      const kind = constraintKind(text) ?? "rule";
      this.table.put(key, { text, kind }, { item, position, by: isVerified ? "user" : "model" });
      this.#index({ key, position, content: contentWords(text), text, kind });
    }
  }

  #sentence(sentence: ProseSentence, authorship: Authorship, { item, position }: SpokenText): void {
    const { text, speaker } = sentence;
    const kind = kindOf(sentence, authorship);
    const corrects = authorship === "own" && isCorrection(text);
    if (kind === undefined && !corrects) return;
    const key = keyOf(text);
    const candidate = { key, position, content: contentWords(text), text, kind: kind ?? "rule" };
    const strength = corrects ? (kind === undefined ? "weak" : "strong") : "none";
    const superseded = this.#earlier(candidate).filter((earlier) => supersedes(candidate, earlier, strength));
    if (key === "" || (kind === undefined && superseded.length === 0)) return;
    this.#hold(candidate, item, speaker);
    for (const earlier of superseded) this.table.supersede(earlier.key, key);
  }

  #hold(rule: Compared, item: string, speaker: string): void {
    const { key, position, text, kind } = rule;
    // What only an unverified summary said is the user's as soon as the user says it.
    if (this.table.get(key)?.by === "model") this.table.remove(new Set([key]));
    const known = this.table.get(key)?.fields;
    this.#speech.hold(key, speaker, known === undefined);
    this.table.put(key, known ?? { text, kind }, { item, position, by: "user" });
    this.#index(rule);
    if (known === undefined && this.table.size % MOST_SUPERSEDED === 0) this.#forgetOldest();
  }

  /** Never drops valid entries; keeps the newest of the others. */
  #forgetOldest(): void {
    const byAge = this.table.superseded().sort((one, other) => one.last - other.last);
    const oldest = byAge.slice(0, -MOST_SUPERSEDED);
    this.table.remove(new Set(oldest.map(({ key }) => key)));
  }

  /** A repeated statement is as new as its last occurrence: another value must find it. */
  #index(entry: Compared): void {
    for (const word of entry.content.words) {
      const list = this.#byWord.get(word) ?? [];
      const known = list.findIndex(({ key }) => key === entry.key);
      if (known >= 0) list.splice(known, 1);
      list.push(entry);
      if (list.length > MAX_COMPARED_PER_WORD) list.shift();
      this.#byWord.set(word, list);
    }
  }

  /** Current constraints of earlier messages that share a word. */
  #earlier(candidate: Compared): Compared[] {
    const found = new Set<Compared>();
    for (const word of candidate.content.words) {
      for (const entry of this.#byWord.get(word) ?? []) found.add(entry);
    }
    return [...found].filter(
      ({ key, position }) =>
        key !== candidate.key && position < candidate.position && this.table.get(key)?.status === "current",
    );
  }
}

/**
 * Listed requirements bind verbatim, and what the user typed binds by its meaning. In a long text only whole
 * sentences that ask the reader for something bind, and nothing in a description; its other demands are noted as
 * preferences.
 */
function kindOf(sentence: ProseSentence, authorship: Authorship): ConstraintKind | undefined {
  const { text, underRules, opensEntry } = sentence;
  if (underRules === "acceptance") return "acceptance";
  const kind = constraintKind(text);
  if (underRules !== "") return kind ?? (authorship === "own" || opensEntry ? underRules : undefined);
  if (authorship === "own" || kind === undefined) return kind;
  if (authorship === "documentation") return isDemandOfReader(text) ? "preference" : undefined;
  const isWhole = !/[:：]\**$/.test(text) && !isAdvice(text);
  return kind === "acceptance" || (isWhole && isDemandOfReader(text)) ? kind : "preference";
}

/**
 * A later sentence replaces an earlier one if both share a subject, and it (a) announces a correction (two words
 * and three fifths of the shorter one's, or the only word of two very short ones; a sentence that is not a
 * constraint needs two; a permission needs all words of the prohibition), (b) gives a limit another number, (c)
 * says the opposite (four fifths of all words), or (d) allows another single value of the same thing. Otherwise
 * both stay.
 */
function supersedes(later: Compared, earlier: Compared, correction: "none" | "weak" | "strong"): boolean {
  const shared = sharedWords(later.content, earlier.content);
  const smaller = Math.min(later.content.words.size, earlier.content.words.size);
  const all = later.content.words.size + earlier.content.words.size - shared;
  if (replacesSingleValue(later.text, earlier.text)) return true;
  if (correction !== "none" && !permitsSomethingElse(later, earlier, shared)) {
    if (shared >= 2 && shared >= smaller * 0.6) return true;
    if (shared === 1 && smaller === 1 && all <= (correction === "strong" ? 3 : 1)) return true;
  }
  if (shared === 0 || shared < all * 0.8) return false;
  if (later.kind === "limit" && earlier.kind === "limit")
    return differ(later.content.numbers, earlier.content.numbers);
  return (
    isNegative(later.text) !== isNegative(earlier.text) &&
    !differ(later.content.numbers, earlier.content.numbers)
  );
}

/** A permission withdraws a prohibition only if it covers all of it: staging is not production. */
const permitsSomethingElse = (later: Compared, earlier: Compared, shared: number): boolean =>
  isNegative(earlier.text) &&
  !isNegative(later.text) &&
  (shared < earlier.content.words.size || isClaimOfFact(later.text));

const differ = (one: readonly string[], other: readonly string[]): boolean =>
  one.join(" ") !== other.join(" ");
