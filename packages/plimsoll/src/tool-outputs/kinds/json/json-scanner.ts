import { sliceWhole } from "../../excerpt.js";

/** A scalar member of an object, or a short list of scalars, as text. */
export interface JsonField {
  readonly key: string;
  readonly value: string;
  readonly type: "string" | "number" | "true" | "list";
  /** How a long value goes on, as far as it was read. */
  readonly more?: string;
}

/** How much of a text is read: the more, the more of it can be shown. */
export interface JsonLimits {
  readonly valueCharacters: number;
  readonly listItems: number;
  readonly fields: number;
}

export interface ScannedObject {
  /** The key that holds the object or the array it stands in; empty at the root. */
  readonly label: string;
  /** Equal for objects with the same keys at the same depth. */
  readonly shape: number;
  readonly depth: number;
  readonly order: number;
  readonly fields: readonly JsonField[];
  /** It stands in a list. */
  readonly inList: boolean;
  /** A list of cells below one with the names of columns, which are its keys. */
  readonly isRow?: boolean;
}

export interface JsonVisitor {
  object(object: ScannedObject): void;
  /** A scalar in an array that is no member of an object. */
  item(value: string, order: number): void;
  /** A value at the root is complete: its kind and the number of its members. */
  root(kind: "object" | "array" | "scalar", members: number, keys: readonly string[]): void;
}

interface Frame {
  readonly isArray: boolean;
  readonly label: string;
  shape: number;
  readonly order: number;
  readonly fields: JsonField[];
  readonly keys: string[];
  /** The last items of a list. */
  readonly tail: string[];
  key: string;
  expectsKey: boolean;
  members: number;
  /** In a list of lists, the cells of the first if they are names. */
  columns?: readonly string[];
}

/** Deeper values are passed over; their extent is still followed. */
const MAX_DEPTH = 64;
const VALUE_CHARACTERS = 240;
const LIST_ITEMS = 6;
const LIST_HEAD = 4;
const LIST_TAIL = 2;
const LABEL_CHARACTERS = 80;
/** A key with signs that names of members do not have. */
const DICTIONARY_KEY = /[^\w$]|\d/;
const LEAST_LIMITS: JsonLimits = { valueCharacters: VALUE_CHARACTERS, listItems: LIST_ITEMS, fields: 60 };
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * Walks a JSON text, JSON lines, or the beginning of either, in linear time and with bounded memory. Text that is
 * not valid is read as far as it makes sense.
 */
export class JsonScanner {
  readonly #text: string;
  readonly #visitor: JsonVisitor;
  readonly #limits: JsonLimits;
  readonly #stack: Frame[] = [];
  #tooDeep = 0;

  constructor(text: string, visitor: JsonVisitor, limits: JsonLimits = LEAST_LIMITS) {
    this.#text = text;
    this.#visitor = visitor;
    this.#limits = limits;
  }

  scan(start: number, end: number = this.#text.length): void {
    const text = this.#text;
    for (let index = start; index < end; index += 1) {
      const code = text.charCodeAt(index);
      if (code <= 32) continue;
      if (code === 34) index = this.#string(index);
      else if (code === 123 || code === 91) this.#open(code === 91, index);
      else if (code === 125 || code === 93) this.#close();
      else if (code === 44) this.#comma();
      else if (code === 58) this.#colon();
      else index = this.#bare(index);
    }
    while (this.#stack.length > 0) this.#pop();
  }

  #open(isArray: boolean, order: number): void {
    if (this.#stack.length >= MAX_DEPTH) {
      this.#tooDeep += 1;
      return;
    }
    const parent = this.#stack.at(-1);
    const label = parent === undefined ? "" : parent.isArray ? parent.label : labelIn(parent);
    if (parent !== undefined) parent.members += 1;
    this.#stack.push({
      isArray,
      label,
      shape: this.#stack.length,
      order,
      fields: [],
      keys: [],
      tail: [],
      key: "",
      expectsKey: !isArray,
      members: 0,
    });
  }

  #close(): void {
    if (this.#tooDeep > 0) this.#tooDeep -= 1;
    else if (this.#stack.length > 0) this.#pop();
  }

  #pop(): void {
    const frame = this.#stack.pop();
    if (frame === undefined) return;
    const depth = this.#stack.length;
    const parent = this.#stack.at(-1);
    if (!frame.isArray) {
      this.#visitor.object({
        label: frame.label,
        shape: frame.shape,
        depth,
        order: frame.order,
        fields: frame.fields,
        inList: parent?.isArray === true,
      });
    } else if (frame.fields.length > 0 && parent !== undefined) {
      if (parent.isArray) this.#popRow(frame, parent);
      else this.#addField(parent, listField(frame));
    }
    if (depth === 0) this.#visitor.root(frame.isArray ? "array" : "object", frame.members, frame.keys);
  }

  /** A list in a list: a row of a table below the names of its columns, otherwise one item. */
  #popRow(frame: Frame, parent: Frame): void {
    const { fields, label, order } = frame;
    if (parent.members === 1 && isHeader(fields)) parent.columns = fields.map(({ value }) => value);
    const { columns } = parent;
    if (columns === undefined || parent.members === 1) {
      this.#visitor.item(listField(frame).value, order);
      return;
    }
    const cells = fields.map((field, index) => ({ ...asCell(field), key: columns[index] ?? String(index) }));
    this.#visitor.object({
      label,
      shape: columns.length,
      depth: this.#stack.length,
      order,
      fields: cells.filter(({ value }) => value !== ""),
      inList: true,
      isRow: true,
    });
  }

  #comma(): void {
    const frame = this.#stack.at(-1);
    if (frame !== undefined && this.#tooDeep === 0) frame.expectsKey = !frame.isArray;
  }

  #colon(): void {
    const frame = this.#stack.at(-1);
    if (frame !== undefined && this.#tooDeep === 0) frame.expectsKey = false;
  }

  #string(start: number): number {
    const end = endOfString(this.#text, start);
    const frame = this.#stack.at(-1);
    if (this.#tooDeep > 0) return end;
    if (frame?.expectsKey === true) {
      frame.key = sliceWhole(this.#text, start + 1, Math.min(end, start + 80));
      if (frame.keys.length < this.#limits.fields) frame.keys.push(frame.key);
      frame.shape = Math.imul(frame.shape ^ hashText(frame.key), 0x01000193);
      return end;
    }
    const [value, more] = this.#decode(start + 1, end);
    this.#scalar({ value, type: "string", ...(more === "" ? {} : { more }) }, start);
    return end;
  }

  #bare(start: number): number {
    let end = start + 1;
    const { length } = this.#text;
    while (end < length) {
      const code = this.#text.charCodeAt(end);
      if (code <= 32 || code === 44 || code === 93 || code === 125 || code === 58 || code === 34) break;
      if (code === 91 || code === 123) break;
      end += 1;
    }
    const value = this.#text.slice(start, Math.min(end, start + 40));
    if (this.#tooDeep === 0) {
      if (value === "true") this.#scalar({ value, type: "true" }, start);
      else if (value === "null" || value === "false") this.#scalar({ value: "", type: "true" }, start);
      else this.#scalar({ value, type: "number" }, start);
    }
    return end - 1;
  }

  #scalar(scalar: Omit<JsonField, "key">, order: number): void {
    const frame = this.#stack.at(-1);
    if (frame === undefined) return this.#visitor.root("scalar", 0, []);
    frame.members += 1;
    const { value } = scalar;
    if (!frame.isArray) {
      if (value !== "") this.#addField(frame, { key: frame.key, ...scalar });
      return;
    }
    if (this.#stack.length < 2) return this.#visitor.item(value, order);
    const item = sliceWhole(value, 0, 60);
    if (frame.fields.length < this.#limits.listItems)
      frame.fields.push({ key: "", value: item, type: scalar.type });
    frame.tail.push(item);
    if (frame.tail.length > LIST_TAIL) frame.tail.shift();
  }

  #addField(frame: Frame, field: JsonField): void {
    if (frame.fields.length < this.#limits.fields) frame.fields.push(field);
  }

  /** The first characters of a string, and the following ones as far as they may be read. */
  #decode(start: number, end: number): readonly [value: string, more: string] {
    const text = decodeString(this.#text, start, Math.min(end, start + this.#limits.valueCharacters));
    const value = sliceWhole(text, 0, VALUE_CHARACTERS);
    const isCut = value.length < text.length || end - start > this.#limits.valueCharacters;
    return [isCut ? `${value}…` : value, text.slice(value.length)];
  }
}

/** The key in an object. Where that has no values of its own and its own key is one of a dictionary, both. */
function labelIn({ label, fields, key }: Frame): string {
  const isTold = fields.length > 0 || label.length + key.length >= LABEL_CHARACTERS;
  return isTold || !DICTIONARY_KEY.test(label) ? key : `${label}.${key}`;
}

/** Several texts that are not numbers. */
const isHeader = (fields: readonly JsonField[]): boolean =>
  fields.length > 1 && fields.every(({ value, type }) => type === "string" && /^\s*[\p{L}_#%]/u.test(value));

/** A cell, whose number may be written as a text. */
const asCell = (field: JsonField): JsonField =>
  field.type === "string" && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(field.value)
    ? { ...field, type: "number" }
    : field;

/** A list as a member of the object that has it: its first and last items, and those between. */
function listField(frame: Frame): JsonField {
  const items = frame.fields.map((field) => field.value);
  const key = frame.label;
  if (frame.members <= LIST_ITEMS && items.length === frame.members)
    return { key, value: `[${items.join(", ")}]`, type: "list" };
  const head = items.slice(0, LIST_HEAD).join(", ");
  const value = `[${head}, … ${frame.members} in all …, ${frame.tail.join(", ")}]`;
  return { key, value, type: "list", more: items.slice(LIST_HEAD).join(", ") };
}

/** The index of the quote that closes the string opened at `start`; the text's length if none does. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let escapes = 0;
    while (text.charCodeAt(quote - 1 - escapes) === 92) escapes += 1;
    if (escapes % 2 === 0) return quote;
  }
  return text.length;
}

function decodeString(text: string, start: number, end: number): string {
  const raw = sliceWhole(text, start, end);
  if (!raw.includes("\\")) return raw;
  const isWhole = text.charAt(end) === '"';
  const whole = isWhole ? raw : raw.replace(/\\(?:u[0-9a-fA-F]{0,3})?$/, "");
  try {
    const value: unknown = JSON.parse(`"${whole}"`);
    return typeof value === "string" ? value.replace(LONE_SURROGATE, "\ufffd") : whole;
  } catch {
    return whole;
  }
}

function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}
