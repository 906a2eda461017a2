import { BoundedMap } from "../../collections/bounded-map.js";
import type { ItemView, Role, ToolCallView, ToolResultView } from "../../conversation/item-view.js";
import { isGapNote, isOwnNote } from "../../conversation/is-own-note.js";
import { quoteSource, readQuotedLine, USER_SOURCE } from "../../facts/checkpoint/quoted-line.js";
import { readSummary } from "../../facts/checkpoint/summary-message.js";
import { withoutUnverifiedRules } from "../../facts/ledgers/summary-rules.js";
import type { SummaryRequest } from "../summarizer.js";
import { callLabel } from "./call-label.js";
import { CHARACTER, characterClass } from "./character-class.js";
import { cutPosition } from "./cut-position.js";
import { FileNames } from "./file-names.js";
import { jsonRecords, jsonScalars } from "./json-records.js";
import { ledgerLines } from "./ledger-lines.js";
import { readJson } from "./read-json.js";
import { openedSection, readQuoted, type Section } from "./section-label.js";
import { splitLines } from "./split-lines.js";
import { splitSentences } from "./split-sentences.js";
import { opensBlock } from "./template-block.js";
import type { Slice, Unit, UnitKind } from "./unit.js";

const MAX_CALL_LINE = 300;
/** Shorter lines are looked at before they become units. */
const MIN_UNIT = 6;
/** Everything known from before the remainder counts as one item. */
const BEFORE = 0;
const LIST_MARK = /^(?:[-*•+]|\(?\d{1,3}[.)、])\s+/;
/** The place of a field name may also hold the id of a record, or a file. */
const NO_FIELD = /[\d.]/;
const SUMMARY_TAGS = ["<COMPACT-SUMMARY", "</COMPACT-SUMMARY"] as const;
const ASSISTANT_SOURCE = "assistant";
/** Lines of the previous summary and of the ledgers: they no longer have a single source. */
const WORK_SOURCE = "tool";
const UNVERIFIED_SOURCE = "earlier summary, not verified";
const MAX_MARK = 100;
const MAX_LABEL = 60;
const COLON = 58;
const LESS_THAN = 60;
/** The mark of an entry in a template's list. */
const ENTRY_MARK = /^- (?:(?:user|assistant|tool): )?/;
/** Calls whose results are still to come. */
const MAX_WAITING = 500;

const KIND_OF_ROLE: Readonly<Record<Role, UnitKind>> = {
  user: "user",
  system: "instruction",
  developer: "instruction",
  assistant: "assistant",
  tool: "output",
};

/** The kind of lines in each section. Only the request decides whether a text is still required. */
const KIND_OF_SECTION: Readonly<Record<Section, UnitKind>> = {
  required: "user",
  reported: "user",
  conversation: "assistant",
  user: "user",
  assistant: "assistant",
  work: "output",
};

const SOURCE_OF_KIND: Readonly<Record<UnitKind, string>> = {
  required: USER_SOURCE,
  user: USER_SOURCE,
  instruction: "system",
  assistant: ASSISTANT_SOURCE,
  call: ASSISTANT_SOURCE,
  edit: ASSISTANT_SOURCE,
  argument: ASSISTANT_SOURCE,
  output: WORK_SOURCE,
};

interface Place {
  readonly kind: UnitKind;
  readonly item: number;
  readonly call: number;
  readonly isError: boolean;
  /** The speaker. @default by its kind */
  readonly from?: string;
  readonly isMarked?: boolean;
  readonly isUnverified?: boolean;
  /** A text in a call that names no file, such as a script: no edit has to match its lines. */
  readonly noFile?: boolean;
  /** The lines of the text that the call replaced this one with. */
  readonly replacement?: ReadonlySet<string>;
}

/** The result of splitting a conversation. */
export interface SplitText {
  readonly units: readonly Unit[];
  /** Names of tools and record fields: they describe what is next to them, and nobody asks for them. */
  readonly labels: ReadonlySet<string>;
}

class UnitSplitter {
  readonly units: Unit[] = [];
  readonly labels = new Set<string>();
  readonly #files = new FileNames();
  /** Characters of the conversation before the text that is being split. */
  #position = 0;
  /** The statements of required texts. */
  readonly #said = new Set<string>();
  /** Their lengths, which rule out most other lines. */
  readonly #saidLengths = new Set<number>();
  /** The units of required texts, by their text. */
  readonly #required = new Map<string, number>();
  /** The labels of waiting calls, by id. */
  readonly #waiting = new BoundedMap<string, string>(MAX_WAITING);
  #calls = 0;

  /** Omits an invalid text if it is all that the user said in that place. */
  superseded(text: string): void {
    this.#say(text.trim());
  }

  #say(text: string): void {
    this.#said.add(text);
    this.#saidLengths.add(text.length);
  }

  /** A required text is one unit, and its statements are not repeated. */
  required(text: string): void {
    const end = text.trimEnd().length;
    const start = end - text.trimStart().length + (text.length - end);
    if (start >= end || this.#said.has(text.slice(start, end))) return;
    const place: Place = { kind: "required", item: 0, call: -1, isError: false };
    this.#push(text, [{ start, end, wholeLine: false }], place);
    this.#position += text.length + 1;
    this.#required.set(text.slice(start, end), this.units.length - 1);
    this.#say(text.slice(start, end));
    for (const slice of [...splitSentences(text), ...splitLines(text)]) {
      this.#say(text.slice(slice.start, slice.end));
    }
  }

  item(view: ItemView, item: number): void {
    if (isGapNote(view)) return;
    // What merely has the form of a summary was pasted, by whomever; a record was written by code.
    const isPasted = view.role === "user" && (readSummary(view) !== undefined || isOwnNote(view));
    this.#prose(view.text, isPasted ? "output" : (KIND_OF_ROLE[view.role] ?? "output"), item);
    this.#prose(view.reasoning, "assistant", item);
    for (const call of view.calls) this.#call(call, item);
    for (const result of view.results) this.#result(result, item);
  }

  /** The ledgers' lines about an item, in addition to its own words. */
  ledger(lines: readonly string[], item: number): void {
    for (const line of lines) this.#record(line, { kind: "output", item, call: -1, isError: false });
  }

  /** The earlier summary: each line goes back to the section it stood in. */
  previous(body: string, isUnverified: boolean): void {
    let section: Section = "work";
    // Split as a whole: whether a number counts lines is seen from the lines beside it.
    const pieces = splitLines(body);
    let next = 0;
    for (let start = 0, end = 0; start < body.length; start = end + 1) {
      end = body.indexOf("\n", start);
      if (end < 0) end = body.length;
      const first = next;
      while ((pieces[next]?.end ?? Number.POSITIVE_INFINITY) <= end) next++;
      const line = { start, end, pieces: pieces.slice(first, next) };
      const opened = openedSection(body.slice(start, end));
      if (opensBlock(body.slice(start, end))) section = "work";
      else if (opened === undefined) this.#previousLine(body, { ...line, section, isUnverified });
      else section = opened;
    }
    this.#position += body.length + 1;
  }

  #previousLine(
    body: string,
    line: {
      readonly start: number;
      readonly end: number;
      readonly pieces: readonly Slice[];
      readonly section: Section;
      readonly isUnverified: boolean;
    },
  ): void {
    const { start, end, section } = line;
    const byUser = section === "conversation" ? readQuoted(body, start) : start;
    const kind = byUser > start ? "user" : KIND_OF_SECTION[section];
    const quoted = readQuotedLine(body.slice(start, Math.min(end, start + MAX_MARK)));
    const isUnverified = line.isUnverified || section === "reported";
    // In an unverified summary a mark may name anybody as its source.
    const isMarked = quoted?.isMarked === true && !line.isUnverified;
    const from = isUnverified ? UNVERIFIED_SOURCE : SOURCE_OF_KIND[kind];
    const place: Place = { kind, item: 0, call: -1, isError: false, from, isUnverified, isMarked };
    const entry =
      section === "work" ? ENTRY_MARK.exec(body.slice(start, Math.min(end, start + 20)))?.[0].length : 0;
    const words = byUser > start ? byUser : start + (quoted?.start ?? entry ?? 0);
    if (isMarked) return this.#push(body, [{ start, end, wholeLine: false }], place);
    const slices = line.pieces.map((slice) => ({ ...slice, start: Math.max(words, slice.start) }));
    this.#push(
      body,
      slices.filter((slice) => slice.start < slice.end),
      place,
    );
  }

  #prose(text: string, kind: UnitKind, item: number): void {
    if (text === "") return;
    const slices = kind === "output" ? splitLines(text) : splitSentences(text);
    this.#push(text, slices, { kind, item, call: -1, isError: false });
    this.#position += text.length + 1;
  }

  #call(call: ToolCallView, item: number): void {
    const number = this.#calls++;
    this.labels.add(call.name);
    const node = readJson(call.arguments);
    const values = node === undefined ? rawArguments(call.arguments) : jsonScalars(node);
    const line = [call.name, ...values.short].join(" ");
    const cut = cutPosition(line, 0, MAX_CALL_LINE);
    const kind = values.texts.length > 0 ? "edit" : "call";
    this.#record(line.slice(0, cut), { kind, item, call: number, isError: false });
    this.#waiting.set(call.callId, callLabel(call.name, values.short));
    this.#position += cut + 1;
    const named =
      this.#files.isNamed(line.slice(0, cut)) || values.texts.some((text) => this.#writesFile(text));
    const noFile = !named;
    const place: Place = { kind: "argument", item, call: number, isError: false };
    if (line.length > MAX_CALL_LINE) this.#lines(line.slice(cut), { ...place, noFile: true });
    const [first, second, third] = values.texts;
    const isEdit = first !== undefined && second !== undefined && third === undefined;
    if (isEdit) this.#lines(first, { ...place, noFile, replacement: lineSet(second) });
    for (const text of isEdit ? [second] : values.texts) this.#lines(text, { ...place, noFile });
  }

  /** True for a script that begins with a here-document: its lines become those of a file. */
  #writesFile(text: string): boolean {
    const first = text.slice(0, Math.max(0, Math.min(MAX_CALL_LINE, text.indexOf("\n"))));
    return first.includes("<<") && this.#files.isNamed(first);
  }

  #result(result: ToolResultView, item: number): void {
    const from = quoteSource(WORK_SOURCE, this.#waiting.get(result.callId) ?? result.name);
    const place: Place = { kind: "output", item, call: -1, isError: result.isError, from };
    const node = readJson(result.text);
    if (node === undefined) return this.#lines(result.text, place);
    const { records, texts, fields } = jsonRecords(node);
    for (const field of fields) if (!NO_FIELD.test(field)) this.labels.add(field);
    const end = this.#position + result.text.length + 1;
    for (const record of records) {
      this.#record(record, place);
      this.#position += Math.floor(result.text.length / (records.length + texts.length));
    }
    for (const text of texts) this.#lines(text, place);
    this.#position = Math.max(this.#position, end);
  }

  #record(text: string, place: Place): void {
    this.#push(text, text.includes("\n") ? splitLines(text) : [whole(text)], place);
  }

  #lines(text: string, place: Place): void {
    this.#push(text, splitLines(text), place);
    this.#position += text.length + 1;
  }

  /**
   * True for a statement of a required text. One that the user wrote as a list point is quoted with its mark.
   */
  #saysAgain(source: string, { start, end }: Slice, kind: UnitKind): boolean {
    if (kind !== "user" && !this.#saidLengths.has(end - start)) return false;
    const text = source.slice(start, end);
    if (this.#said.has(text)) return true;
    const mark = kind === "user" ? (LIST_MARK.exec(text)?.[0].length ?? 0) : 0;
    const required = mark > 0 ? this.#required.get(text.slice(mark)) : undefined;
    const unit = required === undefined ? undefined : this.units[required];
    if (required === undefined || unit === undefined) return false;
    this.units[required] = { ...unit, source, start, end };
    this.#say(text);
    return true;
  }

  /**
   * Omits lines that look like a section label or a summary tag, and lines that a required text already states.
   */
  #push(source: string, slices: readonly Slice[], place: Place): void {
    const { kind, item, call, isError, noFile, replacement } = place;
    const { from = SOURCE_OF_KIND[kind], isMarked = false, isUnverified = false } = place;
    for (const slice of slices) {
      const { start, end } = slice;
      if (end - start < MIN_UNIT && kind !== "user" && isPunctuation(source, start, end)) continue;
      if (isStructure(source, start, end)) continue;
      if (this.#said.size > 0 && this.#saysAgain(source, slice, kind)) continue;
      const position = this.#position + start;
      const wholeLine = slice.wholeLine && noFile !== true;
      const isReplaced = replacement !== undefined && !replacement.has(source.slice(start, end));
      const place = { item, call, wholeLine, isReplaced, isError, position, from, isMarked, isUnverified };
      this.units.push({ source, start, end, kind, ...place });
    }
  }
}

/** True for a line that reads like a section label, or opens or closes a summary message. */
function isStructure(source: string, start: number, end: number): boolean {
  const isLabel = end - start < MAX_LABEL && source.charCodeAt(end - 1) === COLON;
  if (isLabel && openedSection(source.slice(start, end)) !== undefined) return true;
  return source.charCodeAt(start) === LESS_THAN && SUMMARY_TAGS.some((tag) => source.startsWith(tag, start));
}

/** True for a closing brace and the like: a line without content. */
function isPunctuation(source: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const kind = characterClass(source.charCodeAt(at));
    if (kind !== CHARACTER.separator && kind !== CHARACTER.connector) return false;
  }
  return true;
}

const lineSet = (text: string): Set<string> =>
  new Set(splitLines(text).map(({ start, end }) => text.slice(start, end)));

const whole = (text: string): Slice => ({ start: 0, end: text.length, wholeLine: false });

function rawArguments(text: string): {
  readonly short: readonly string[];
  readonly texts: readonly string[];
} {
  const short = text.length <= MAX_CALL_LINE && !text.includes("\n");
  return short ? { short: text === "" ? [] : [text], texts: [] } : { short: [], texts: [text] };
}

type UnitSource = Pick<
  SummaryRequest,
  "remainder" | "previous" | "previousIsUnverified" | "unverifiedRules" | "mustKeep" | "checkpoint"
>;

/**
 * Everything that the summary may be made of, in order: required texts, the earlier summary and the ledgers'
 * knowledge of items long gone, then the remainder, each item with its ledger lines.
 */
export function splitUnits(request: UnitSource): SplitText {
  const { previous, previousIsUnverified = false, checkpoint, remainder } = request;
  const splitter = new UnitSplitter();
  for (const { text } of request.mustKeep ?? []) splitter.required(text);
  for (const text of unsaidTexts(request)) splitter.superseded(text);
  if (previous !== undefined) splitter.previous(previous, previousIsUnverified);
  const known: ReadonlyMap<string, readonly string[]> =
    checkpoint === undefined ? new Map() : ledgerLines(checkpoint);
  const present = new Set(remainder.map(({ id }) => id));
  for (const [id, lines] of known) if (!present.has(id)) splitter.ledger(lines, BEFORE);
  for (const [index, { id, view, isSummary }] of remainder.entries()) {
    const summary = isSummary === true ? readSummary(view) : undefined;
    if (summary === undefined) splitter.item(view, index + 1);
    else splitter.previous(withoutUnverifiedRules(summary.body), previousIsUnverified);
    splitter.ledger(known.get(id) ?? [], index + 1);
  }
  return splitter;
}

/** Texts to omit: they no longer apply, or code prints them. */
function unsaidTexts({ checkpoint, unverifiedRules = [] }: UnitSource): string[] {
  const superseded = (checkpoint?.constraints ?? []).filter(({ status }) => status === "superseded");
  return [...superseded.map(({ text }) => text), ...unverifiedRules];
}
