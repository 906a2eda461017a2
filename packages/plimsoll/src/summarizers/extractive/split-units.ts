import type { ItemView, Role, ToolCallView, ToolResultView } from "../../conversation/item-view.js";
import type { SummaryRequest } from "../summarizer.js";
import { CHARACTER, characterClass } from "./character-class.js";
import { cutPosition } from "./cut-position.js";
import { jsonRecords, jsonScalars } from "./json-records.js";
import { readJson } from "./read-json.js";
import { openedSection, type Section } from "./section-labels.js";
import { splitLines } from "./split-lines.js";
import { splitSentences } from "./split-sentences.js";
import type { Slice, Unit, UnitKind } from "./unit.js";

const MAX_CALL_LINE = 300;
/** Shorter lines are looked at before they become units. */
const MIN_UNIT = 6;
const SUMMARY_TAGS = ["<COMPACT-SUMMARY", "</COMPACT-SUMMARY"] as const;

const KIND_OF_ROLE: Readonly<Record<Role, UnitKind>> = {
  user: "user",
  system: "instruction",
  developer: "instruction",
  assistant: "assistant",
  tool: "output",
};

const KIND_OF_SECTION: Readonly<Record<Section, UnitKind>> = {
  user: "user",
  assistant: "assistant",
  work: "output",
};

interface Place {
  readonly kind: UnitKind;
  readonly item: number;
  readonly call: number;
  readonly isError: boolean;
}

class UnitSplitter {
  readonly units: Unit[] = [];
  #calls = 0;

  item(view: ItemView, item: number): void {
    this.#prose(view.text, KIND_OF_ROLE[view.role] ?? "output", item);
    this.#prose(view.reasoning, "assistant", item);
    for (const call of view.calls) this.#call(call, item);
    for (const result of view.results) this.#result(result, item);
  }

  /** The earlier summary: each line goes back to the section it stood in. */
  previous(body: string): void {
    let kind: UnitKind = "output";
    for (const { start, end } of splitLines(body)) {
      const section = openedSection(body.slice(start, end));
      if (section !== undefined) kind = KIND_OF_SECTION[section];
      else this.#push(body, [{ start, end, wholeLine: true }], { kind, item: 0, call: -1, isError: false });
    }
  }

  #prose(text: string, kind: UnitKind, item: number): void {
    if (text === "") return;
    const slices = kind === "output" ? splitLines(text) : splitSentences(text);
    this.#push(text, slices, { kind, item, call: -1, isError: false });
  }

  #call(call: ToolCallView, item: number): void {
    const number = this.#calls++;
    const node = readJson(call.arguments);
    const values = node === undefined ? rawArguments(call.arguments) : jsonScalars(node);
    const line = [call.name, ...values.short].join(" ");
    this.#lines(line.slice(0, cutPosition(line, 0, MAX_CALL_LINE)), {
      kind: "call",
      item,
      call: number,
      isError: false,
    });
    const place: Place = { kind: "argument", item, call: number, isError: false };
    if (line.length > MAX_CALL_LINE) this.#lines(line.slice(cutPosition(line, 0, MAX_CALL_LINE)), place);
    for (const text of values.texts) this.#lines(text, place);
  }

  #result(result: ToolResultView, item: number): void {
    const place: Place = { kind: "output", item, call: -1, isError: result.isError };
    const node = readJson(result.text);
    if (node === undefined) return this.#lines(result.text, place);
    const { records, texts } = jsonRecords(node);
    for (const record of records) {
      this.#push(record, record.includes("\n") ? splitLines(record) : [whole(record)], place);
    }
    for (const text of texts) this.#lines(text, place);
  }

  #lines(text: string, place: Place): void {
    this.#push(text, splitLines(text), place);
  }

  /**
   * A line that reads like a section label is left out, since it would turn what follows into user text
   * later, and so is one that opens or closes a summary message.
   */
  #push(source: string, slices: readonly Slice[], place: Place): void {
    const { kind, item, call, isError } = place;
    for (const { start, end, wholeLine } of slices) {
      if (end - start < MIN_UNIT && kind !== "user" && isPunctuation(source, start, end)) continue;
      const label = end - start < 40 && source.charCodeAt(end - 1) === 58;
      if (label && openedSection(source.slice(start, end)) !== undefined) continue;
      if (source.charCodeAt(start) === 60 && SUMMARY_TAGS.some((tag) => source.startsWith(tag, start)))
        continue;
      this.units.push({ source, start, end, kind, item, call, wholeLine, isError });
    }
  }
}

/** True for a closing brace and the like: a line that says nothing by itself. */
function isPunctuation(source: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const kind = characterClass(source.charCodeAt(at));
    if (kind !== CHARACTER.separator && kind !== CHARACTER.connector) return false;
  }
  return true;
}

const whole = (text: string): Slice => ({ start: 0, end: text.length, wholeLine: false });

function rawArguments(text: string): {
  readonly short: readonly string[];
  readonly texts: readonly string[];
} {
  const short = text.length <= MAX_CALL_LINE && !text.includes("\n");
  return short ? { short: text === "" ? [] : [text], texts: [] } : { short: [], texts: [text] };
}

/** Everything the summary may be made of, in order: the earlier summary, then the remainder. */
export function splitUnits(request: Pick<SummaryRequest, "remainder" | "previous" | "signal">): Unit[] {
  const splitter = new UnitSplitter();
  if (request.previous !== undefined) splitter.previous(request.previous);
  for (const [index, { view }] of request.remainder.entries()) splitter.item(view, index + 1);
  return splitter.units;
}
