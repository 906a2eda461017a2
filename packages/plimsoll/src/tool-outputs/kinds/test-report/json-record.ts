import { isRecord } from "../../../text/is-record.js";
import { endOfString, parseJson } from "../../../text/parse-json.js";
import { plainKey, type ReportRecord } from "./report-record.js";

const MOST_CHARACTERS = 32_000_000;
const MAX_DEPTH = 100;
const QUOTE = 34;

/** The values of JSON in a text: whole, one after another, between other lines, or cut off at the end. */
export function jsonValuesIn(text: string): unknown[] {
  const values: unknown[] = [];
  const end = Math.min(text.length, MOST_CHARACTERS);
  for (let start = 0; start < end; ) {
    const first = text.charCodeAt(start);
    if (first !== 123 && first !== 91) {
      const newline = text.indexOf("\n", start);
      start = isBlank(first) ? start + 1 : newline === -1 ? end : newline + 1;
      continue;
    }
    const found = valueAt(text, start, end);
    const value = parseJson(found.text, { maxDepth: MAX_DEPTH });
    if (value !== undefined) values.push(value);
    start = found.end;
  }
  return values;
}

const isBlank = (code: number): boolean => code <= 32;

/** The value that begins at `start`, closed where the text is cut off, and where it ends. */
function valueAt(
  text: string,
  start: number,
  limit: number,
): { readonly text: string; readonly end: number } {
  let whole = start;
  const end = forEachClose(text.slice(start, limit), (index, open) => {
    // The last object that is whole: what follows it may be cut in the middle of a name.
    whole = start + index + 1;
    return open.length === 0;
  });
  if (end !== undefined) return { text: text.slice(start, start + end), end: start + end };
  const part = text.slice(start, whole);
  let left: readonly string[] = [];
  forEachClose(part, (_, open) => {
    left = open;
    return false;
  });
  return { text: part + left.toReversed().join(""), end: limit };
}

/**
 * Calls `visit` behind every closing bracket with its place and what would close the brackets that are open. It ends, and
 * returns the place behind the bracket, where `visit` says so.
 */
function forEachClose(
  text: string,
  visit: (index: number, open: readonly string[]) => boolean,
): number | undefined {
  const open: string[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) index = endOfString(text, index);
    else if (code === 123) open.push("}");
    else if (code === 91) open.push("]");
    else if (code === 125 || code === 93) {
      open.pop();
      if (visit(index, open)) return index + 1;
    }
  }
  return undefined;
}

/** The record of a value; undefined for one that holds nothing. */
export function jsonRecord(key: string, value: unknown, depth = 0): ReportRecord | undefined {
  if (depth > MAX_DEPTH) return undefined;
  const fields = new Map<string, string>();
  const children: ReportRecord[] = [];
  const add = (name: string, member: unknown): void => {
    const text = textOf(member);
    if (text !== undefined) fields.set(plainKey(name), text);
    else for (const child of childRecords(name, member, depth)) children.push(child);
  };
  if (isRecord(value)) for (const [name, member] of Object.entries(value)) add(name, member);
  else if (Array.isArray(value)) children.push(...childRecords(key, value, depth));
  return fields.size === 0 && children.length === 0 ? undefined : { key, fields, children };
}

/** A value that is a text, or a list of texts. */
function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (!Array.isArray(value) || value.length === 0) return undefined;
  return value.every((item) => typeof item === "string") ? value.join("\n") : undefined;
}

/** The records of a member; in a pair such as `["fail", {…}]` the word names the object. */
function childRecords(name: string, member: unknown, depth: number): ReportRecord[] {
  if (!Array.isArray(member)) {
    const record = jsonRecord(name, member, depth + 1);
    return record === undefined ? [] : [record];
  }
  const [word] = member as readonly unknown[];
  const key = typeof word === "string" && member.length === 2 ? word : name;
  return (member as readonly unknown[]).flatMap((item) => {
    const record = jsonRecord(key, item, depth + 1);
    return record === undefined ? [] : [record];
  });
}
