import { isRecord } from "../../text/is-record.js";
import { MAX_ITEM_DEPTH } from "../../conversation/item-id.js";
import { jsonDepthExceeds } from "../../text/parse-json.js";
import type { WireRecord } from "./wire-record.js";

/** A line that could not be used, by its number from 1. */
export interface LineProblem {
  readonly line: number;
  readonly message: string;
}

/** A JSONL file: its objects in file order, the exact text of each, and the lines that are none. */
export interface JsonlFile {
  readonly records: readonly WireRecord[];
  readonly problems: readonly LineProblem[];
  /** The line an object was read from, without its line end. */
  readonly rawLines: ReadonlyMap<object, string>;
}

/** Reads every line that is a JSON object; blank lines are skipped, any other line is a problem. */
export function parseJsonl(text: string): JsonlFile {
  const records: WireRecord[] = [];
  const problems: LineProblem[] = [];
  const rawLines = new Map<object, string>();
  let line = 0;
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf("\n", start);
    const end = found === -1 ? text.length : found;
    const raw = text.slice(start, text.charCodeAt(end - 1) === 13 ? end - 1 : end);
    start = end + 1;
    line += 1;
    if (raw.trim() === "") continue;
    const record = parseLine(raw);
    if (typeof record === "string") {
      problems.push({ line, message: record });
    } else {
      records.push(record);
      rawLines.set(record, raw);
    }
  }
  return { records, problems, rawLines };
}

function parseLine(raw: string): WireRecord | string {
  if (jsonDepthExceeds(raw, MAX_ITEM_DEPTH)) return `nested deeper than ${MAX_ITEM_DEPTH} levels`;
  try {
    const value: unknown = JSON.parse(raw);
    return isRecord(value) ? value : "not a JSON object";
  } catch {
    return "not valid JSON";
  }
}

/** The lines as a file: each ended by a line feed. */
export function joinLines(lines: readonly string[]): string {
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
}
