import { adoptClaims } from "./adopt-claims.js";
import type { StatementFields } from "../checkpoint/checkpoint.js";
import { sentenceSpans } from "../../text/sentence-spans.js";
import { oneLine } from "../../text/one-line.js";
import { outsidePair } from "../../text/outside-pair.js";
import { CUES } from "../cues/cues.js";
import { contentWords } from "./content-words.js";
import { type LedgerRow, LedgerTable } from "./ledger-table.js";
import type { Observation, SpokenText } from "./observation.js";
import { ownWords } from "./own-words.js";

const CAPACITY = 2;
/** A text of fewer words, without function words, concludes nothing: "Let me check the tests." */
const MIN_WORDS = 6;
/** A text of fewer words of four letters says nothing: "Let me run it again." */
const MIN_LONG_WORDS = 6;
/** The same where it names something of the work: "Now let me find the `get_display_name` function." */
const MIN_WORDS_WITH_NAME = 4;
const MOST_NAMED = 160;
const NAME = /`[^`\n]{3,120}`|[\p{L}\p{N}]_[\p{L}\p{N}]|[\p{L}\p{N}][/.][\p{L}\p{N}]/u;
const MAX_WORDS = 240;
/** A whole sentence may end the text from here on. */
const ENOUGH_WORDS = 200;
const MAX_CHARACTERS = 2_000;
const SCANNED_CHARACTERS = 4_000;
const MAX_UNREAD = 50;
/** A question asks for an answer if it stands at the end of what was said, which is not kept of a long statement. */
const TAIL_CHARACTERS = 300;
const LONG_STATEMENT = 1_000;
const MAX_ANSWER = 120;

interface Statement {
  readonly text: string;
  readonly spoken: SpokenText;
  /** What the user said next, if it asks. */
  readonly answer: string;
}

/**
 * The last thing that the assistant said, and the last that says more than what it is about to do, if that is another.
 * Long ones by their beginning, on one line.
 */
export class StatementLedger {
  readonly #table: LedgerTable<StatementFields>;
  /** Texts that nobody has asked for yet: most of them are followed by others. */
  #unread: SpokenText[] = [];

  constructor(rows: readonly LedgerRow<StatementFields>[] = []) {
    this.#table = new LedgerTable({ capacity: CAPACITY, isOpen: () => false }, rows);
  }

  get table(): LedgerTable<StatementFields> {
    this.#settle();
    return this.#table;
  }

  observe(observation: Observation): void {
    if (observation.kind === "summary")
      adoptClaims(this.table, observation, { section: "statements", keyOf: ({ text }) => text });
    if (observation.kind !== "assistant" && observation.kind !== "user") return;
    this.#unread.push(observation);
    if (this.#unread.length > MAX_UNREAD) this.#settle();
  }

  /** Reads the texts from the newest back to the last conclusion. */
  #settle(): void {
    const unread = this.#unread;
    if (unread.length === 0) return;
    this.#unread = [];
    const { last, conclusion, named, next } = readNewest(unread);
    const before = last ?? this.#lastTelling();
    if (last === undefined) this.#answered(next);
    else this.#put(last, conclusion);
    // Behind what concludes, a few words on what comes next are the last ones.
    if (named !== undefined && (before === undefined || concludes(before.text))) this.#put(named, undefined);
  }

  /** The user has answered what was read before. */
  #answered(next: string): void {
    const row = [...this.#table.rows()].at(-1);
    if (row === undefined || row.fields.answer !== "") return;
    this.#table.update(row.key, { ...row.fields, answer: answerTo(row.fields.text, next) });
  }

  /** A conclusion takes the place of everything before it; an announcement leaves the last conclusion. */
  #put(last: Statement, conclusion: Statement | undefined): void {
    const kept = conclusion?.text ?? this.#lastConclusion(last.text);
    const gone = [...this.#table.rows()].filter(({ key }) => key !== last.text && key !== kept);
    this.#table.remove(new Set(gone.map(({ key }) => key)));
    for (const statement of [conclusion, last]) {
      if (statement === undefined || (statement === conclusion && conclusion.text === last.text)) continue;
      const { item, position } = statement.spoken;
      const { text, answer } = statement;
      this.#table.put(text, { text, answer }, { item, position, by: "assistant" });
    }
  }

  #lastConclusion(except: string): string | undefined {
    return [...this.#table.rows()].findLast(
      ({ key, fields }) => key !== except && saysSomething(fields.text) && concludes(fields.text),
    )?.key;
  }

  #lastTelling(): StatementFields | undefined {
    return [...this.#table.rows()].findLast(({ fields }) => saysSomething(fields.text))?.fields;
  }
}

interface NewestTexts {
  last?: Statement;
  conclusion?: Statement;
  /** A few words behind all that say something. */
  named?: Statement;
  /** What the user said behind the last. */
  next: string;
}

/** The texts from the newest back to the last conclusion. */
function readNewest(spokenTexts: readonly SpokenText[]): NewestTexts {
  const found: NewestTexts = { next: "" };
  for (const spoken of spokenTexts.toReversed()) {
    if (spoken.kind === "user") {
      if (found.last === undefined) found.next = spoken.text;
      continue;
    }
    const said = spoken.text.slice(0, SCANNED_CHARACTERS).replace(/\s+/g, " ").trim();
    if (!saysSomething(said)) {
      if (found.last === undefined && namesSomething(said))
        found.named ??= { text: said, spoken, answer: "" };
      continue;
    }
    const statement: Statement = { text: beginning(said), spoken, answer: "" };
    const answer = found.last === undefined ? answerTo(statement.text, found.next) : "";
    found.last ??= { ...statement, answer };
    if (!concludes(said)) continue;
    found.conclusion = { ...statement, answer };
    break;
  }
  return found;
}

/** What the user typed behind a statement that asks, on one line; empty if nothing was asked or typed. */
function answerTo(stated: string, next: string): string {
  const asks = stated.length >= LONG_STATEMENT || /[?？]/.test(stated.slice(-TAIL_CHARACTERS));
  if (next === "" || !asks) return "";
  return oneLine(ownWords(next.slice(0, SCANNED_CHARACTERS)).replaceAll('"', "'"), MAX_ANSWER);
}

const wordsIn = (text: string): number => {
  const { words, numbers } = contentWords(text);
  return words.size + new Set(numbers).size;
};

function saysSomething(text: string, least: number = MIN_LONG_WORDS): boolean {
  const long = text
    .slice(0, MAX_CHARACTERS)
    .toLowerCase()
    .match(/[\p{L}\p{N}]{4,}/gu);
  return new Set(long).size >= least || wordsIn(text) >= MIN_WORDS;
}

/** True of a few words that name something of the work. */
const namesSomething = (text: string): boolean =>
  text.length <= MOST_NAMED && NAME.test(text) && saysSomething(text, MIN_WORDS_WITH_NAME);

/** True if a text says something apart from what its speaker will do next. */
function concludes(text: string): boolean {
  const sentences = sentenceSpans(text).map(({ start, end }) => text.slice(start, end));
  const rest = sentences.filter((sentence) => !CUES.has("announcement", sentence));
  return wordsIn(rest.join(" ")) >= MIN_WORDS;
}

/** The first words of a text, up to the end of a sentence where one is near. */
function beginning(text: string): string {
  const end = endOfWords(text, MAX_WORDS);
  if (end >= text.length) return text;
  const enough = endOfWords(text, ENOUGH_WORDS);
  const sentence = sentenceSpans(text.slice(0, end)).findLast(
    (span) => span.end < end && span.end >= enough && !/\s\d{1,3}\.$/.test(text.slice(0, span.end)),
  );
  return sentence === undefined
    ? `${text.slice(0, outsidePair(text, end)).trimEnd()} …`
    : text.slice(0, sentence.end);
}

/** Where the first words end, of a text with single blanks. */
function endOfWords(text: string, count: number): number {
  let end = -1;
  for (let word = 0; word < count; word++) {
    end = text.indexOf(" ", end + 1);
    if (end < 0) return Math.min(text.length, Math.round((MAX_CHARACTERS * count) / MAX_WORDS));
  }
  return Math.min(end, Math.round((MAX_CHARACTERS * count) / MAX_WORDS));
}
