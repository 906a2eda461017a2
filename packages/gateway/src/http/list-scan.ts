import { ApiError } from "./api-error.js";

export interface JsonLimits {
  /** Objects and lists inside one another. */
  readonly jsonDepth: number;
  /** Values of all kinds together. */
  readonly jsonItems: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
/** The body is an object, and the list stands in it. */
const LIST_DEPTH = 2;

/** The objects that a list in a body begins with, up to the first entry that is none. Offsets count from behind its bracket. */
export interface ListEntries {
  /** Behind each entry. */
  readonly ends: readonly number[];
  /** How many values the body held up to there, without those before the list. */
  readonly values: readonly number[];
}

/**
 * Looks at the structure of a JSON text, leaps over its strings, and finds one list in it. Depth, number of values and that
 * no field of the body comes twice are checked; whether it is valid is for the parser to say.
 */
export class ListScan {
  #body: Buffer;
  /** Where its first byte stands in the text. */
  #base = 0;
  readonly #limits: JsonLimits;
  readonly #key: string;
  #index = 0;
  #depth = 0;
  #values = 1;
  #valuesBefore = 0;
  #start = -1;
  #isOpen = false;
  #isUnclear = false;
  readonly #ends: number[] = [];
  readonly #counts: number[] = [];
  #commas = 0;
  #onlyObjects = true;
  /** Of the body itself, unescaped. */
  readonly #names = new Set<string>();

  /** @param key the name of the list in the body; without one only the limits are checked */
  constructor(body: Buffer, limits: JsonLimits, key = "") {
    this.#body = body;
    this.#limits = limits;
    this.#key = key;
  }

  /** Behind the bracket of the list; -1 if there is none, or none that could not be taken for another. */
  get start(): number {
    return this.#isUnclear ? -1 : this.#start;
  }

  /** Where the scan is. */
  get position(): number {
    return this.#base + this.#index;
  }

  get entries(): ListEntries {
    return { ends: this.#ends, values: this.#counts };
  }

  /** Goes on with other bytes of the text: the first of them stands where the scan is. */
  goOn(bytes: Buffer): void {
    this.#base = this.position;
    this.#body = bytes;
    this.#index = 0;
  }

  /** Goes on to the start of the list, or to the end. @throws ApiError 400 */
  toList(): void {
    while (this.#start === -1 && this.#index < this.#body.length) this.#step();
  }

  /** Goes on to the end of the bytes. @throws ApiError 400 */
  toEnd(): void {
    while (this.#index < this.#body.length) this.#step();
  }

  /** Behind these entries, which were looked at before. Call it at the start of the list. */
  leap({ ends, values }: ListEntries, count: number): void {
    for (let entry = 0; entry < count; entry++) {
      this.#ends.push(ends[entry] as number);
      this.#counts.push(values[entry] as number);
    }
    this.#commas = Math.max(0, count - 1);
    this.#index = this.#start + (ends[count - 1] ?? 0) - this.#base;
    this.#values += values[count - 1] ?? 0;
    this.#check();
  }

  #step(): void {
    const at = this.#index++;
    const byte = this.#body[at];
    if (byte === QUOTE) this.#text(at);
    else if (byte === COMMA) this.#comma();
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.#open();
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) this.#close(byte);
  }

  #comma(): void {
    if (this.#isOpen && this.#depth === LIST_DEPTH && ++this.#commas !== this.#ends.length)
      this.#onlyObjects = false;
    this.#add();
  }

  #add(): void {
    this.#values++;
    this.#check();
  }

  #open(): void {
    this.#depth++;
    if (this.#depth > this.#limits.jsonDepth)
      throw new ApiError(400, `The JSON is nested deeper than ${this.#limits.jsonDepth} levels.`, {
        code: "json_too_deep",
      });
    this.#add();
  }

  #close(byte: number): void {
    this.#depth--;
    if (!this.#isOpen) return;
    if (this.#depth < LIST_DEPTH) this.#isOpen = false;
    else if (this.#depth === LIST_DEPTH && byte === CLOSE_OBJECT && this.#onlyObjects) {
      this.#ends.push(this.#base + this.#index - this.#start);
      this.#counts.push(this.#values - this.#valuesBefore);
    }
  }

  #text(at: number): void {
    const end = endOfText(this.#body, at);
    this.#index = end + 1;
    if (this.#depth === 1) this.#name(at + 1, end);
  }

  /** Notes the list if this is its name. A name with an escape in it may be the same one. */
  #name(from: number, to: number): void {
    const colon = this.#skipBlanks(to + 1);
    if (this.#body[colon] !== COLON) return;
    const name = this.#body.toString("utf8", from, to);
    this.#note(name);
    if (name.includes("\\")) this.#isUnclear = true;
    if (this.#key === "" || name !== this.#key) return;
    const bracket = this.#skipBlanks(colon + 1);
    if (this.#body[bracket] !== OPEN_LIST || this.#isUnclear) {
      this.#isUnclear = true;
      return;
    }
    this.#index = bracket + 1;
    this.#open();
    this.#isOpen = true;
    this.#start = this.#base + bracket + 1;
    this.#valuesBefore = this.#values;
  }

  /** Of a name that comes twice other readers take the other value: another model, another limit. */
  #note(written: string): void {
    const name = written.includes("\\") ? unescaped(written) : written;
    if (this.#names.has(name))
      throw new ApiError(400, "The JSON has one of its fields twice; send each once.", {
        code: "duplicate_field",
      });
    this.#names.add(name);
  }

  #skipBlanks(from: number): number {
    let index = from;
    while (isBlank(this.#body[index])) index++;
    return index;
  }

  #check(): void {
    const { jsonItems } = this.#limits;
    if (this.#values > jsonItems)
      throw new ApiError(400, `The JSON holds more than ${jsonItems} values.`, { code: "json_too_large" });
  }
}

const isBlank = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

function unescaped(written: string): string {
  try {
    return String(JSON.parse(`"${written}"`));
  } catch {
    return written;
  }
}

/** Where the text that begins at a quote ends. */
function endOfText(body: Buffer, start: number): number {
  let end = body.indexOf(QUOTE, start + 1);
  while (end !== -1 && isEscaped(body, end)) end = body.indexOf(QUOTE, end + 1);
  return end === -1 ? body.length : end;
}

function isEscaped(body: Buffer, index: number): boolean {
  let before = index - 1;
  while (body[before] === BACKSLASH) before -= 1;
  return (index - before) % 2 === 0;
}
