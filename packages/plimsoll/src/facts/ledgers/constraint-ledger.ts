import type { ConstraintFields, ConstraintKind } from "../checkpoint/checkpoint.js";
import { CUES } from "../cues/cues.js";
import { constraintKind, isAdvice } from "./constraint-kind.js";
import { isDemandOfReader } from "./is-said-to-reader.js";
import { type ContentWords, contentWords, sharedWords } from "./content-words.js";
import { differInSlot } from "./exact-values.js";
import { LabelledSpeech, type SpeechState } from "./labelled-speech.js";
import { type LedgerRow, LedgerTable } from "./ledger-table.js";
import { messageAuthorship, type Authorship } from "./message-authorship.js";
import type { ObservedSummary, Observation, SpokenText } from "./observation.js";
import { entriesAmongRules } from "./entries-among-rules.js";
import { readProse } from "./read-prose.js";
import { commandArguments, CommandTexts } from "./command-texts.js";
import type { ProseSentence } from "./prose-sentence.js";
import { saysSettled, settledRow } from "./settled-row.js";
import { type OnlyValue, onlyValue } from "./only-value.js";
import { changeIn, type ComparedStatement, comparedStatement, takesBack } from "./takes-back.js";

/** A sentence is compared with the newest sentences of each of its words, so that the cost stays linear. */
const MAX_COMPARED_PER_WORD = 32;
const MOST_SUPERSEDED = 100;
const MAX_KEY_CHARACTERS = 2_000;
const MOST_SETTLING = 64;
const NUMBERED_POINT = /^\s{0,8}(?:\*\*)?[1-9][.)]\s/m;

interface Compared extends ComparedStatement {
  readonly key: string;
  readonly position: number;
}

const keyOf = (text: string): string =>
  text
    .slice(0, MAX_KEY_CHARACTERS)
    .toLowerCase()
    .replace(/[\s*_`"'“”]+/g, " ")
    .replace(/[.!。！\s]+$/, "")
    .trim();

/** True if the unit of a count is a word of a sentence: "300 lines" in "no more than 200 of these lines". */
function isCountedIn(slot: string, { words }: ContentWords): boolean {
  const unit = contentWords(slot.split(" ").at(-1) ?? "").words;
  return [...unit].some((word) => words.has(word));
}

/** True for a rule that is a thing to do, and then done. */
const isMatter = (text: string): boolean => CUES.has("open matter", text) || CUES.has("owed matter", text);

/** Where in a message a sentence stands. */
interface SentencePlace {
  readonly authorship: Authorship;
  /** It is an entry of a list of which most entries bind. */
  readonly isAmongRules: boolean;
}

/** Forms of a word begin alike. */
const TOPIC_CHARACTERS = 4;

/** What a sentence is found again by: its words; for one about languages or answers, any other such one. */
const topicsOf = ({ text, content, values }: ComparedStatement): ReadonlySet<string> => {
  const topics = new Set([...content.words].map((word) => word.slice(0, TOPIC_CHARACTERS)));
  if (values.some(({ slot }) => slot === "language")) topics.add(" language");
  if (CUES.has("answer", text)) topics.add(" answer");
  return topics;
};

/**
 * What the user demands, forbids, limits and prefers, sentence by sentence, verbatim. Never drops a valid entry;
 * a later sentence on the same subject supersedes an earlier one only if it says so (see `takesBack`).
 */
export class ConstraintLedger {
  readonly table: LedgerTable<ConstraintFields>;
  readonly #byWord = new Map<string, Compared[]>();
  /** The newest rules with a value, for a sentence that names another one and nothing else. */
  readonly #valued: Compared[] = [];
  /** The key of the newest sentence of the user's with a number; undefined before the first one. */
  #lastNumbered: string | undefined;
  /** The assistant's last message numbers its points: a number alone chooses one of them. */
  #offersChoice = false;
  readonly #speech: LabelledSpeech;
  readonly #commands: CommandTexts;
  /** The newest sentences that say that something is settled. */
  readonly #settling: string[] = [];

  constructor(rows: readonly LedgerRow<ConstraintFields>[] = [], speech?: SpeechState) {
    this.#speech = new LabelledSpeech(speech);
    this.#commands = new CommandTexts(speech?.commandFollows);
    this.table = new LedgerTable({ capacity: Number.POSITIVE_INFINITY, isOpen: () => true }, rows);
    const byAge = [...rows].sort((one, other) => one.last - other.last);
    for (const { key, fields, last } of byAge) {
      this.#index({ key, position: last, ...comparedStatement(fields.text, fields.kind) });
    }
  }

  /** Who speaks in the session, as far as labels say. */
  get speech(): SpeechState {
    return { ...this.#speech.toJSON(), commandFollows: this.#commands.follows };
  }

  observe(observation: Observation): void {
    if (observation.kind === "summary") this.#observeSummary(observation);
    if (observation.kind === "call") this.#speech.observeCall();
    if (observation.kind !== "user" && observation.kind !== "assistant") return;
    this.#speech.observeMessage(observation.sentences[0]?.speaker ?? "", observation.kind);
    const released = this.#speech.release();
    if (released.size > 0) this.table.remove(released);
    const isCommand = this.#commands.observe(observation);
    if (observation.kind !== "user") {
      this.#offersChoice = NUMBERED_POINT.test(observation.text);
      return;
    }
    const sentences = isCommand ? readProse(commandArguments(observation.text)) : observation.sentences;
    const authorship = messageAuthorship(sentences);
    const amongRules = entriesAmongRules(sentences);
    for (const sentence of sentences) {
      if (sentence.reported || this.#speech.isReported(sentence.speaker)) continue;
      const isAmongRules = amongRules.has(sentence);
      this.#sentence(sentence, { authorship: authorship(sentence), isAmongRules }, observation);
    }
  }

  /** Rules of a verified summary are the user's. Those of any other are kept as a model's claims, to be quoted. */
  #observeSummary({ rules, isVerified, item, position }: ObservedSummary): void {
    for (const text of rules) {
      const key = keyOf(text);
      if (key === "" || this.table.get(key) !== undefined || this.#isSettled(text)) continue;
      const kind = constraintKind(text) ?? "rule";
      this.table.put(key, { text, kind }, { item, position, by: isVerified ? "user" : "model" });
      this.#index({ key, position, ...comparedStatement(text, kind) });
    }
  }

  #sentence(sentence: ProseSentence, place: SentencePlace, { item, position }: SpokenText): void {
    const { text, speaker } = sentence;
    const kind = kindOf(sentence, place);
    const key = keyOf(text);
    if (key === "") return;
    const candidate = { key, position, ...comparedStatement(text, kind) };
    if (saysSettled(text)) this.#settle(candidate);
    const superseded = place.authorship === "own" || kind !== undefined ? this.#takenBack(candidate) : [];
    if (place.authorship === "own" && candidate.content.numbers.length > 0) this.#lastNumbered = key;
    if (kind === undefined && superseded.length === 0) return;
    this.#hold(candidate, item, speaker);
    for (const earlier of superseded) this.table.supersede(earlier.key, key);
  }

  /** What was still to be done does not bind any more once it is. */
  #settle(candidate: Compared): void {
    this.#settling.push(candidate.text);
    if (this.#settling.length > MOST_SETTLING) this.#settling.shift();
    const matters = this.#earlier(candidate).filter(({ text }) => isMatter(text));
    const settled = settledRow(candidate.text, matters, ({ text }) => text);
    if (settled !== undefined) this.table.supersede(settled.key);
  }

  /** A message that stayed may stand before the summary that does not know of it yet. */
  #isSettled(rule: string): boolean {
    if (!isMatter(rule)) return false;
    return this.#settling.some((sentence) => settledRow(sentence, [{ rule }], () => rule) !== undefined);
  }

  /** What a sentence surely takes back; if there is nothing, what it most likely does. */
  #takenBack(candidate: Compared): readonly Compared[] {
    const revalued = this.#revalued(candidate);
    if (revalued !== undefined) return [revalued];
    const known = this.#earlier(candidate);
    if (known.length === 0) return [];
    const change = changeIn(candidate.text);
    const found = known.map((earlier) => ({
      earlier,
      certainty: takesBack(candidate, earlier, change),
    }));
    const sure = found.filter(({ certainty }) => certainty === "sure");
    if (sure.length > 0) return sure.map(({ earlier }) => earlier);
    const likely = found.filter(({ certainty }) => certainty === "likely").map(({ earlier }) => earlier);
    const common = ({ content }: Compared): number => sharedWords(candidate.content, content);
    likely.sort((one, other) => common(other) - common(one) || other.position - one.position);
    return likely.slice(0, 1);
  }

  /** The rule that a sentence gives another value without naming it: the newest one with such a value. */
  #revalued(candidate: Compared): Compared | undefined {
    if (this.#valued.length === 0 || candidate.values.length + candidate.content.numbers.length === 0)
      return undefined;
    const only = onlyValue(candidate.text);
    if (only === undefined) return undefined;
    return this.#valued.findLast(
      (earlier) => this.#isCurrentBefore(earlier, candidate) && this.#hasOther(earlier, only),
    );
  }

  #hasOther({ key, content, values }: Compared, { slot, value }: OnlyValue): boolean {
    if (slot !== undefined && differInSlot([{ slot, value }], values)) return true;
    if (slot !== undefined && !isCountedIn(slot, content)) return false;
    if (content.numbers.length !== 1 || content.numbers[0] === value) return false;
    if (slot !== undefined) return true;
    return !this.#offersChoice && (this.#lastNumbered === undefined || this.#lastNumbered === key);
  }

  #isCurrentBefore({ key, position }: Compared, candidate: Compared): boolean {
    return (
      key !== candidate.key && position < candidate.position && this.table.get(key)?.status === "current"
    );
  }

  #hold(rule: Compared, item: string, speaker: string): void {
    const { key, position, text, kind } = rule;
    // What only an unverified summary said is the user's as soon as the user says it.
    if (this.table.get(key)?.by === "model") this.table.remove(new Set([key]));
    const known = this.table.get(key)?.fields;
    this.#speech.hold(key, speaker, known === undefined);
    this.table.put(key, known ?? { text, kind: kind ?? "rule" }, { item, position, by: "user" });
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
    if (entry.values.length + entry.content.numbers.length > 0) {
      this.#valued.push(entry);
      if (this.#valued.length > MAX_COMPARED_PER_WORD) this.#valued.shift();
    }
    for (const word of topicsOf(entry)) {
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
    for (const word of topicsOf(candidate)) {
      for (const entry of this.#byWord.get(word) ?? []) found.add(entry);
    }
    return [...found].filter((earlier) => this.#isCurrentBefore(earlier, candidate));
  }
}

/** Listed requirements bind verbatim, and what the user typed binds by its meaning. */
function kindOf(
  { text, underRules, opensEntry }: ProseSentence,
  { authorship, isAmongRules }: SentencePlace,
): ConstraintKind | undefined {
  if (underRules === "acceptance") return "acceptance";
  const kind = constraintKind(text);
  if (isAmongRules && authorship === "own") return kind ?? "requirement";
  if (underRules !== "") return kind ?? (authorship === "own" || opensEntry ? underRules : undefined);
  return authorship === "own" || kind === undefined ? kind : kindInLongText(text, kind, authorship);
}

/**
 * In a long text only whole sentences that ask the reader for something bind, and nothing in a description; its
 * other demands are noted as preferences. How things are there is neither.
 */
function kindInLongText(
  text: string,
  kind: ConstraintKind,
  authorship: "instructions" | "documentation",
): ConstraintKind | undefined {
  const isOfReader = isDemandOfReader(text);
  if (authorship === "documentation" || kind === "preference") return isOfReader ? "preference" : undefined;
  const isWhole = !/[:：]\**$/.test(text) && !isAdvice(text);
  return kind === "acceptance" || (isWhole && isOfReader) ? kind : "preference";
}
