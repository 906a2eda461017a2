const MAX_FIELDS = 24;
const MAX_GROUPS = 64;
const SCANNED_CHARACTERS = 600;
/** A field with more values than this does not repeat. */
const MAX_VALUES = 32;
const LEAST_LINES = 30;
/** A value is rare that so few of the lines have, and at most so many of them. */
const RARE_SHARE = 0.01;
const MOST_RARE_LINES = 20;
const MOST_RARE_VALUES = 4;
const MOST_COMMON_VALUES = 10;
const KEPT_LINES = 3;
const VALUE_CHARACTERS = 40;
const QUOTE = 0x22;
const COMMA = 0x2c;
/** "{" and "[". */
const OPENING = new Set([0x7b, 0x5b]);
const TIME =
  /^\d{1,2}:\d{2}|^\d{4}-\d{2}|^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)\b/i;

export interface LogLine {
  readonly order: number;
  readonly start: number;
  readonly end: number;
}

/** A line that has a value which few other lines have in that field. */
export interface RareLine extends LogLine {
  readonly value: string;
  /** How many lines have the value, and how many have the field. */
  readonly times: number;
  readonly of: number;
  /** 0 for the first line with the value. */
  readonly index: number;
}

interface FieldValue {
  times: number;
  readonly from: number;
  readonly to: number;
  readonly lines: LogLine[];
}

/** The values of one field, by hash; undefined once there are too many. */
type Field = Map<number, FieldValue> | undefined;

interface LineGroup {
  lines: number;
  readonly fields: Field[];
}

/**
 * Finds rare values of fields that otherwise repeat: the three answers of 500 among thousands of 200, the one exit
 * code that is not 0. Lines with the same number of fields are compared field by field, in bounded memory.
 */
export class RareValues {
  readonly #text: string;
  readonly #delimiter: number | undefined;
  readonly #groups = new Map<number, LineGroup>();
  readonly #hashes = new Int32Array(MAX_FIELDS);
  readonly #starts = new Int32Array(MAX_FIELDS);
  readonly #ends = new Int32Array(MAX_FIELDS);

  /** @param delimiter What separates the fields, where the text is a table. */
  constructor(text: string, delimiter?: string) {
    this.#text = text;
    this.#delimiter = delimiter?.charCodeAt(0);
  }

  add(line: LogLine): void {
    const count = this.#split(line.start, Math.min(line.end, line.start + SCANNED_CHARACTERS));
    if (count < 2) return;
    let group = this.#groups.get(count);
    if (group === undefined) {
      if (this.#groups.size >= MAX_GROUPS) return;
      group = { lines: 0, fields: Array.from({ length: count }, () => new Map()) };
      this.#groups.set(count, group);
    }
    group.lines += 1;
    for (let index = 0; index < count; index += 1) {
      const field = group.fields[index];
      if (field !== undefined) this.#count(group, index, line);
    }
  }

  #count(group: LineGroup, index: number, line: LogLine): void {
    const field = group.fields[index];
    if (field === undefined) return;
    const hash = this.#hashes[index] ?? 0;
    const known = field.get(hash);
    if (known !== undefined) {
      known.times += 1;
      if (known.lines.length < KEPT_LINES) known.lines.push(line);
    } else if (field.size >= MAX_VALUES) group.fields[index] = undefined;
    else
      field.set(hash, {
        times: 1,
        from: this.#starts[index] ?? 0,
        to: this.#ends[index] ?? 0,
        lines: [line],
      });
  }

  /** The lines with rare values, in no order. A line that differs in many fields is another kind of line. */
  lines(): readonly RareLine[] {
    return [...this.#othersThanMost(), ...this.#withRareValues()];
  }

  /** Nearly all lines have as many fields as each other: those that have not. */
  #othersThanMost(): readonly RareLine[] {
    const groups = [...this.#groups.values()];
    const of = groups.reduce((sum, { lines }) => sum + lines, 0);
    const most = Math.max(0, ...groups.map(({ lines }) => lines));
    const others = groups.filter(({ lines }) => lines < most);
    if (of < LEAST_LINES || of - most > Math.max(2, of * RARE_SHARE * 2)) return [];
    return others.flatMap((group) => {
      const { lines = [] } = [...(group.fields[0]?.values() ?? [])][0] ?? {};
      return lines.map((line, index) => ({ ...line, value: "as this", times: group.lines, of, index }));
    });
  }

  #withRareValues(): readonly RareLine[] {
    return [...this.#groups.values()].flatMap((group) => {
      if (group.lines < LEAST_LINES) return [];
      const rare = group.fields.flatMap((field) => this.#rareOf(field, group.lines));
      const repeating = group.fields.filter((field) => field !== undefined).length;
      const most = Math.max(1, Math.floor(repeating / 3));
      const perLine = new Map<number, number>();
      for (const { order } of rare) perLine.set(order, (perLine.get(order) ?? 0) + 1);
      return rare.filter(({ order }) => (perLine.get(order) ?? 0) <= most);
    });
  }

  #rareOf(field: Field, of: number): RareLine[] {
    if (field === undefined || field.size < 2) return [];
    const most = Math.max(1, Math.min(MOST_RARE_LINES, Math.floor(of * RARE_SHARE)));
    const rare = [...field.values()].filter(({ times }) => times <= most);
    // A field of many values, such as the first word of a sentence, has rare ones that tell nothing.
    if (rare.length > MOST_RARE_VALUES || field.size - rare.length > MOST_COMMON_VALUES) return [];
    const rareLines = rare.reduce((sum, { times }) => sum + times, 0);
    if (rareLines > of * RARE_SHARE * 3 + 1) return [];
    return rare.flatMap(({ times, from, to, lines }) => {
      const value = this.#text.slice(from, Math.min(to, from + VALUE_CHARACTERS));
      if (TIME.test(value)) return [];
      return lines.map((line, index) => ({ ...line, value, times, of, index }));
    });
  }

  /** Finds the fields of a line: words, what stands in quotes or brackets, values behind "=". Returns their number. */
  #split(start: number, end: number): number {
    if (this.#delimiter !== undefined) return this.#splitRow(start, end, this.#delimiter);
    let count = 0;
    let at = start;
    while (at < end && count < MAX_FIELDS) {
      while (at < end && isBetween(this.#text, at)) at += 1;
      if (at >= end) break;
      const to = fieldEnd(this.#text, at, end);
      this.#set(count, at, to);
      count += 1;
      at = to;
    }
    return count;
  }

  #splitRow(start: number, end: number, delimiter: number): number {
    let count = 0;
    let from = start;
    let isQuoted = false;
    let isObject = false;
    for (let at = start; at <= end && count < MAX_FIELDS; at += 1) {
      const code = this.#text.charCodeAt(at);
      if (code === QUOTE) {
        isQuoted = !isQuoted;
        if (at === from && !isObject) isObject = OPENING.has(this.#text.charCodeAt(at + 1));
      }
      // The members of an object in a cell are fields of their own.
      const ends = code === delimiter ? !isQuoted || isObject : isObject && code === COMMA;
      if (at < end && !ends) continue;
      if (code === delimiter && !isQuoted) isObject = false;
      this.#set(count, from, at);
      count += 1;
      from = at + 1;
    }
    return count;
  }

  #set(index: number, from: number, to: number): void {
    this.#starts[index] = from;
    this.#ends[index] = to;
    this.#hashes[index] = hashOf(this.#text, from, to);
  }
}

const CLOSING: Readonly<Record<string, string>> = { '"': '"', "[": "]" };

/** Where the field that begins here ends; quoted and bracketed text is one field. */
function fieldEnd(text: string, from: number, end: number): number {
  const closing = CLOSING[text.charAt(from)];
  if (closing !== undefined) {
    const line = text.slice(from + 1, end);
    const closed = line.indexOf(closing);
    if (closed !== -1) return from + closed + 2;
  }
  let to = from + 1;
  while (to < end && !isBetween(text, to)) to += 1;
  return to;
}

/** Blanks and "=,;|()", and a colon or dash that is no part of a time or a word. */
function isBetween(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code <= 32 || code === 44 || code === 59 || code === 61 || code === 124 || code === 40 || code === 41)
    return true;
  return code === 58 && !(isDigit(text.charCodeAt(at - 1)) && isDigit(text.charCodeAt(at + 1)));
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

function hashOf(text: string, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let index = from; index < to; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}
