import type { ConstraintFields, ConstraintKind } from "../checkpoint/checkpoint.js";
import { CUES } from "../cues/cues.js";
import { constraintKind, isAdvice } from "./constraint-kind.js";
import { isDemandOfReader } from "./is-said-to-reader.js";
import { sharedWords } from "./content-words.js";
import { LabelledSpeech, type SpeechState } from "./labelled-speech.js";
import { type LedgerRow, LedgerTable } from "./ledger-table.js";
import { messageAuthorship, type Authorship } from "./message-authorship.js";
import type { ObservedSummary, Observation, SpokenText } from "./observation.js";
import { entriesAmongRules } from "./entries-among-rules.js";
import { readProse } from "./read-prose.js";
import { commandArguments, CommandTexts } from "./command-texts.js";
import type { ProseSentence } from "./prose-sentence.js";
import { saysSettled, settledRow } from "./settled-row.js";
import { changeIn, type ComparedStatement, comparedStatement, takesBack } from "./takes-back.js";

/** A sentence is compared with the newest sentences of each of its words, so that the cost stays linear. */
const MAX_COMPARED_PER_WORD = 32;
const MOST_SUPERSEDED = 100;
const MAX_KEY_CHARACTERS = 2_000;
const MOST_SETTLING = 64;

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

/** True for a rule that is a thing to do, and then done. */
const isMatter = (text: string): boolean => CUES.has("open matter", text) || CUES.has("owed matter", text);

/** Where in a message a sentence stands. */
interface SentencePlace {
  readonly authorship: Authorship;
  /** It is an entry of a list of which most entries bind. */
  readonly isAmongRules: boolean;
}

/** The words under which a sentence is found again. Sentences about languages are found by any other language. */
const topicsOf = ({ content, values }: ComparedStatement): readonly string[] => [
  ...content.words,
  ...(values.some(({ slot }) => slot === "language") ? [" language"] : []),
];

/**
 * What the user demands, forbids, limits and prefers, sentence by sentence, verbatim. Never drops a valid entry;
 * a later sentence on the same subject supersedes an earlier one only if it says so (see `takesBack`).
 */
export class ConstraintLedger {
  readonly table: LedgerTable<ConstraintFields>;
  readonly #byWord = new Map<string, Compared[]>();
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
    if (observation.kind !== "user") return;
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
    const change = changeIn(candidate.text);
    if (change === undefined) return [];
    const found = this.#earlier(candidate).map((earlier) => ({
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
    return [...found].filter(
      ({ key, position }) =>
        key !== candidate.key && position < candidate.position && this.table.get(key)?.status === "current",
    );
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
