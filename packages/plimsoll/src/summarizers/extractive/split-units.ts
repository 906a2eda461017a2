import type { Steps } from "../../collections/in-turns.js";
import { BoundedMap } from "../../collections/bounded-map.js";
import type { ItemView, Role, ToolCallView, ToolResultView } from "../../conversation/item-view.js";
import { isClientMessage } from "../../conversation/is-client-message.js";
import { isGapNote, isOwnNote } from "../../conversation/is-own-note.js";
import { quoteSource } from "../../facts/checkpoint/quoted-line.js";
import { readSummary } from "../../facts/checkpoint/summary-message.js";
import { withoutState } from "../../facts/checkpoint/without-state.js";
import { readCallFacts } from "../../facts/ledgers/call-facts.js";
import { withoutUnverifiedRules } from "../../facts/ledgers/summary-rules.js";
import { argumentEdits, type TextEdit } from "../../facts/ledgers/text-edits.js";
import type { SummaryRequest } from "../summarizer.js";
import { type CallRun, CallRuns } from "./call-runs.js";
import { cutPosition } from "./cut-position.js";
import { FileNames } from "./file-names.js";
import { jsonRecords, jsonScalars } from "./json-records.js";
import { ledgerLines } from "./ledger-lines.js";
import type { Origin } from "./origin.js";
import { OriginRegistry } from "./origin-registry.js";
import { type JsonNode, readJson } from "./read-json.js";
import { RecordVersions } from "./record-versions.js";
import { splitLines } from "./split-lines.js";
import { splitPrevious } from "./split-previous.js";
import { splitSentences } from "./split-sentences.js";
import { splitUserMessage } from "./split-user-message.js";
import type { Unit, UnitKind } from "./unit.js";
import { UnitCollector, type UnitPlace, WORK_SOURCE } from "./unit-collector.js";

const MAX_CALL_LINE = 300;
/** What a client writes in more words may be worth an extract. */
const MAX_REMARK = 300;
/** Everything known from before the remainder counts as one item. */
const BEFORE = 0;
/** The place of a field name may also hold the id of a record, or a file. */
const NO_FIELD = /[\d.]/;
/** Stands in place of an output that a later one repeats. */
const STUB = /^\[superseded\]$/;
/** Calls whose results are still to come. */
const MAX_WAITING = 500;

const KIND_OF_ROLE: Readonly<Record<Role, UnitKind>> = {
  user: "user",
  system: "instruction",
  developer: "instruction",
  assistant: "assistant",
  tool: "output",
};

/** The result of splitting a conversation. */
export interface SplitText {
  readonly units: readonly Unit[];
  /** Names of tools and record fields: they describe what is next to them, and nobody asks for them. */
  readonly labels: ReadonlySet<string>;
}

/** A call whose result is still to come. */
interface WaitingCall {
  readonly origin: Origin;
  readonly run: CallRun;
}

class UnitSplitter {
  readonly labels = new Set<string>();
  readonly collector: UnitCollector = new UnitCollector();
  readonly origins: OriginRegistry = new OriginRegistry();
  readonly #files = new FileNames();
  readonly #runs = new CallRuns();
  readonly #versions = new RecordVersions();
  readonly #waiting = new BoundedMap<string, WaitingCall>(MAX_WAITING);
  #calls = 0;

  item(view: ItemView, item: number): void {
    if (isGapNote(view)) return;
    // What merely has the form of a summary was pasted, by whomever; a record was written by code.
    const isPasted = view.role === "user" && (readSummary(view) !== undefined || isOwnNote(view));
    if (view.role === "user" && !isPasted) this.#message(view.text, item);
    else this.#prose(view.text, isPasted ? "output" : (KIND_OF_ROLE[view.role] ?? "output"), item);
    this.#prose(view.reasoning, "assistant", item);
    for (const call of view.calls) this.#call(call, item);
    for (const result of view.results) this.#result(result, item);
  }

  /** Calls that stay in the window: what they show there counts, not what they showed before. */
  kept(views: readonly ItemView[]): void {
    for (const { calls, results } of views) {
      for (const call of calls) {
        const { facts } = readCallFacts("", call);
        this.#waiting.set(call.callId, {
          origin: this.origins.ofCall(facts, call.name, []),
          run: this.#runs.begin(facts, call.arguments),
        });
      }
      for (const result of results) {
        const run = this.#waiting.get(result.callId)?.run;
        if (run !== undefined) this.#runs.end(run, result);
      }
    }
  }

  /** The ledgers' lines about an item, in addition to its own words. */
  ledger(lines: readonly string[], item: number): void {
    for (const line of lines) this.collector.record(line, { kind: "output", item, call: -1, isError: false });
  }

  /** The user's own sentences, and in place of a long paste a note that it was there; its lines are quoted elsewhere. */
  #message(text: string, item: number): void {
    if (text === "" || (text.length < MAX_REMARK && isClientMessage(text, undefined))) return;
    const place: UnitPlace = { kind: "user", item, call: -1, isError: false };
    const pasted: UnitPlace = { ...place, kind: "pasted", origin: this.origins.pasted };
    for (const { start, end, isPasted, note } of splitUserMessage(text)) {
      const slices = (isPasted ? splitLines : splitSentences)(text.slice(start, end));
      if (note !== "") this.collector.record(note, place);
      const shifted = slices.map((slice) => ({
        ...slice,
        start: slice.start + start,
        end: slice.end + start,
      }));
      this.collector.push(text, shifted, isPasted ? pasted : place);
    }
    this.collector.position += text.length + 1;
  }

  #prose(text: string, kind: UnitKind, item: number): void {
    if (text === "") return;
    const slices = kind === "output" ? splitLines(text) : splitSentences(text);
    this.collector.push(text, slices, { kind, item, call: -1, isError: false });
    this.collector.position += text.length + 1;
  }

  #call(call: ToolCallView, item: number): void {
    const number = this.#calls++;
    this.labels.add(call.name);
    const { facts, parsed } = readCallFacts("", call);
    const edits = argumentEdits(parsed ?? call.arguments);
    const values = argumentValues(call.arguments, edits);
    const line = [call.name, ...values.short].join(" ");
    const cut = cutPosition(line, 0, MAX_CALL_LINE);
    const origin = this.origins.ofCall(facts, line.slice(0, cut), values.short);
    const kind = values.texts.length + edits.length > 0 ? "edit" : "call";
    const place: UnitPlace = { kind: "argument", item, call: number, isError: false, origin };
    this.collector.record(line.slice(0, cut), { ...place, kind });
    this.#waiting.set(call.callId, { origin, run: this.#runs.begin(facts, call.arguments) });
    this.collector.position += cut + 1;
    if (line.length > MAX_CALL_LINE) this.collector.lines(line.slice(cut), { ...place, noFile: true });
    const named =
      this.#files.isNamed(line.slice(0, cut)) || values.texts.some((text) => this.#writesFile(text));
    for (const edit of edits) this.#edit(edit, place);
    for (const text of values.texts) this.collector.lines(text, { ...place, noFile: !named });
  }

  #edit({ path, before, after }: TextEdit, place: UnitPlace): void {
    const origin = path === "" ? place.origin : this.origins.file(path);
    this.collector.lines(before, { ...place, origin, replacement: lineSet(after) });
    this.collector.lines(after, { ...place, origin });
  }

  /** True for a script that begins with a here-document: its lines become those of a file. */
  #writesFile(text: string): boolean {
    const first = text.slice(0, Math.max(0, Math.min(MAX_CALL_LINE, text.indexOf("\n"))));
    return first.includes("<<") && this.#files.isNamed(first);
  }

  #result(result: ToolResultView, item: number): void {
    const call = this.#waiting.get(result.callId);
    if (call !== undefined) this.#runs.end(call.run, result);
    if (STUB.test(result.text)) return;
    const from = quoteSource(WORK_SOURCE, call?.origin.heading ?? result.name);
    const shown = { origin: call?.origin, run: call?.run };
    const place: UnitPlace = { kind: "output", item, call: -1, isError: result.isError, from, ...shown };
    const node = readJson(result.text);
    if (node === undefined) this.collector.lines(result.text, place);
    else this.#records(node, result.text.length, place);
  }

  #records(node: JsonNode, characters: number, place: UnitPlace): void {
    const { collector } = this;
    const { records, texts, fields } = jsonRecords(node);
    for (const field of fields) if (!NO_FIELD.test(field)) this.labels.add(field);
    for (const { unit, text } of this.#versions.outdatedBy(records)) collector.rewrite(unit, text);
    const end = collector.position + characters + 1;
    for (const record of records) {
      const unit = collector.units.length;
      collector.record(record.text, place);
      if (collector.units.length === unit + 1) this.#versions.note(record, unit);
      collector.position += Math.floor(characters / (records.length + texts.length));
    }
    for (const text of texts) collector.lines(text, place);
    collector.position = Math.max(collector.position, end);
  }
}

const lineSet = (text: string): Set<string> =>
  new Set(splitLines(text).map(({ start, end }) => text.slice(start, end)));

interface ArgumentValues {
  readonly short: readonly string[];
  readonly texts: readonly string[];
}

/** The arguments of a call without what its edits say. */
function argumentValues(text: string, edits: readonly TextEdit[]): ArgumentValues {
  const node = readJson(text);
  const values = node === undefined ? rawArguments(text) : jsonScalars(node);
  if (edits.length === 0) return values;
  const edited = new Set(edits.flatMap(({ before, after }) => [before, after]));
  const isOther = (value: string): boolean => !edited.has(value);
  // A text that is neither is the patch itself.
  return { short: values.short.filter(isOther), texts: [] };
}

function rawArguments(text: string): ArgumentValues {
  const short = text.length <= MAX_CALL_LINE && !text.includes("\n");
  return short ? { short: text === "" ? [] : [text], texts: [] } : { short: [], texts: [text] };
}

/** About so many units are split in one turn. */
const TURN_UNITS = 1_024;

type UnitSource = Pick<
  SummaryRequest,
  "remainder" | "previous" | "previousIsUnverified" | "unverifiedRules" | "mustKeep" | "stated" | "checkpoint"
> & { readonly kept?: SummaryRequest["kept"] };

/**
 * Everything that the summary may be made of, in order: required texts, the earlier summary and the ledgers'
 * knowledge of items long gone, then the remainder, each item with its ledger lines.
 */
export function* splitUnits(request: UnitSource): Steps<SplitText> {
  const { previous, previousIsUnverified = false, checkpoint, remainder } = request;
  const splitter = new UnitSplitter();
  const { collector, labels } = splitter;
  takeSaid(request, collector);
  if (previous !== undefined) splitPrevious(previous, previousIsUnverified, splitter);
  const known: ReadonlyMap<string, readonly string[]> =
    checkpoint === undefined ? new Map() : ledgerLines(checkpoint);
  const present = new Set(remainder.map(({ id }) => id));
  let taken = 0;
  for (const [id, lines] of known) if (!present.has(id)) splitter.ledger(lines, BEFORE);
  for (const [index, { id, view, isSummary }] of remainder.entries()) {
    const summary = isSummary === true ? readSummary(view) : undefined;
    if (summary === undefined) splitter.item(view, index + 1);
    else splitPrevious(writtenOf(summary.body), previousIsUnverified, splitter);
    splitter.ledger(known.get(id) ?? [], index + 1);
    if (collector.units.length - taken < TURN_UNITS) continue;
    taken = collector.units.length;
    yield;
  }
  splitter.kept(request.kept ?? []);
  return { units: collector.units, labels };
}

/** What summarizers wrote in a summary: code prints the rest anew. */
function writtenOf(body: string): string {
  const { notes, extracts } = withoutState(withoutUnverifiedRules(body));
  return notes === "" ? extracts : `${notes}\n${extracts}`;
}

/** Required texts, and those that are not to be repeated. */
function takeSaid(request: UnitSource, collector: UnitCollector): void {
  for (const { text } of request.mustKeep ?? []) collector.require(text);
  for (const text of unsaidTexts(request)) collector.say(text.trim());
  for (const text of statedTexts(request.stated ?? "")) collector.sayAll(text);
}

/** Texts to omit: they no longer apply, or code prints them. */
function unsaidTexts({ checkpoint, unverifiedRules = [] }: UnitSource): string[] {
  const superseded = (checkpoint?.constraints ?? []).filter(({ status }) => status === "superseded");
  const decisions = (checkpoint?.decisions ?? []).filter(({ status }) => status === "superseded");
  return [...superseded, ...decisions].map(({ text }) => text).concat(unverifiedRules);
}

/** What our code puts before the words of a printed statement. */
const STATED_MARK = /^ {0,4}(?:- )?(?:\[[^\]]{1,40}\] )?(?:[A-Z][a-z]+(?: [a-z]+)?: )?/;

/** The printed state line by line, as it stands there and as it was said. */
function statedTexts(stated: string): string[] {
  const lines = stated.split("\n");
  return [...lines, ...lines.map((line) => line.slice(STATED_MARK.exec(line)?.[0].length ?? 0))];
}
