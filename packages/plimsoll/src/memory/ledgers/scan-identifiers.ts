import { isRecord } from "../../conversation/is-record.js";
import { jsonDepthExceeds } from "../../formats/json-depth.js";
import { announcesIdentifier, looksLikeIdentifier } from "./identifier-shape.js";

/** An identifier and the words that stood with it. */
export interface FoundIdentifier {
  readonly value: string;
  readonly meaning: string;
}

const MAX_JSON_NODES = 5_000;
const MAX_JSON_DEPTH = 64;
const MAX_MEANING_CHARACTERS = 160;
const MAX_SIBLINGS = 4;
const LABEL_CHARACTERS = 48;
const MAX_TOKEN_CHARACTERS = 160;
const SLASH = 47;
const BACKSLASH = 92;
const DESCRIBING_KEY =
  /name|title|label|type|status|description|brand|category|date|city|subject|summary|color|size|source/i;

/** Who or what a record is about, whatever its key is called. */
const PROPER_NAME = /^\p{Lu}[\p{L}'’.-]{1,30}(?: \p{Lu}[\p{L}'’.-]{0,30}){1,3}$/u;

/** In front of words that stand behind an identifier instead of before it. */
export const BEHIND = "… ";

export interface ScanBounds {
  readonly max: number;
  /** Only what a word before it announces: in source text nearly everything has the shape of an identifier. */
  readonly labelledOnly: boolean;
}

/** Identifiers of a text: by record where it is JSON, otherwise word by word with what stands before them on the line. */
export function scanIdentifiers(
  text: string,
  tokens: readonly DigitToken[],
  bounds: ScanBounds,
): FoundIdentifier[] {
  const first = text.trimStart().slice(0, 1);
  if (first === "{" || first === "[") {
    const value = parse(text) ?? parseLines(text);
    if (value !== undefined) return scanJson(value, bounds.max);
  }
  return scanText(text, tokens, bounds);
}

function parse(text: string): unknown {
  if (jsonDepthExceeds(text, MAX_JSON_DEPTH)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The records of a text that has one on each line; undefined where a line is none. */
function parseLines(text: string): unknown[] | undefined {
  const records: unknown[] = [];
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    const value = line.trimStart().startsWith("{") ? parse(line) : undefined;
    if (value === undefined) return undefined;
    records.push(value);
  }
  return records;
}

/** Identifiers in a JSON value; each means its key, and the short fields that describe its record. */
function scanJson(root: unknown, max: number): FoundIdentifier[] {
  const found = new Map<string, FoundIdentifier>();
  let nodes = 0;
  const add = (value: string, meaning: string): void => {
    if (found.size < max && !found.has(value))
      found.set(value, { value, meaning: meaning.slice(0, MAX_MEANING_CHARACTERS) });
  };
  const scalar = (value: unknown, key: string, words: string): void => {
    // A number that JSON.parse rounded is not the one that stood there.
    if (typeof value !== "string" && !Number.isSafeInteger(value)) return;
    const text = String(value).slice(0, 200);
    if (looksLikeIdentifier(text, announcesIdentifier(key)))
      add(text, words === "" ? key : `${key} (${words})`);
  };
  const walk = (node: unknown, key: string, words: string): void => {
    if (++nodes > MAX_JSON_NODES) return;
    if (Array.isArray(node)) for (const entry of node.slice(0, MAX_JSON_NODES)) walk(entry, key, words);
    else if (isRecord(node)) {
      const described = describeRecord(node) || words;
      for (const name of Object.keys(node).slice(0, MAX_JSON_NODES)) {
        if (looksLikeIdentifier(name, false)) add(name, keyMeaning(key, described, node[name]));
        walk(node[name], name, described);
      }
    } else scalar(node, key, words);
  };
  walk(root, "", "");
  return [...found.values()];
}

/** A key that is an identifier itself means what holds it and what it holds. */
function keyMeaning(holder: string, words: string, held: unknown): string {
  const own = isRecord(held) ? describeRecord(held) : "";
  const described = [words, own].filter((part) => part !== "").join(", ");
  return described === "" ? holder : `${holder} (${described})`;
}

function describeRecord(record: Readonly<Record<string, unknown>>): string {
  const words: string[] = [];
  for (const key of Object.keys(record).slice(0, 60)) {
    if (words.length >= MAX_SIBLINGS) break;
    const value = record[key];
    if (isRecord(value) && /option|attribute|propert|variant/i.test(key)) words.push(...shortValues(value));
    else if (typeof value === "string" && value.length > 1 && value.length <= 60) {
      if (DESCRIBING_KEY.test(key) || PROPER_NAME.test(value)) words.push(value);
    }
  }
  return words.slice(0, MAX_SIBLINGS + 2).join(", ");
}

const shortValues = (record: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(record)
    .slice(0, MAX_SIBLINGS)
    .flatMap((key) => {
      const value = record[key];
      return typeof value === "string" && value.length <= 40 ? [`${key} ${value}`] : [];
    });

function scanText(
  text: string,
  tokens: readonly DigitToken[],
  { max, labelledOnly }: ScanBounds,
): FoundIdentifier[] {
  const found = new Map<string, FoundIdentifier>();
  for (const { token, index } of tokens) {
    if (found.size >= max) break;
    if (found.has(token) || !looksLikeIdentifier(token, true)) continue;
    const label = labelBefore(text, index) || labelBehind(text, index, token);
    const lastWord = /([A-Za-z_]{1,48})[^A-Za-z0-9]{0,6}$/.exec(label)?.[1] ?? "";
    if (
      label !== "" &&
      (announcesIdentifier(lastWord) || (!labelledOnly && looksLikeIdentifier(token, false)))
    ) {
      found.set(token, { value: token, meaning: label });
    }
  }
  return [...found.values()];
}

/** A word with a digit or an at sign, and where it begins. */
export interface DigitToken {
  readonly token: string;
  readonly index: number;
}

const BREAK = 0;
const PART = 1;
const TELLING = 2;
const CHARACTER_CLASS: Uint8Array = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[\d@]/.test(character)) return TELLING;
  return /[\w.+#-]/.test(character) ? PART : BREAK;
});

/** The words of a text that hold a digit or an at sign and are no part of a path. One pass. */
export function tokensWithDigits(text: string): DigitToken[] {
  const tokens: DigitToken[] = [];
  let start = -1;
  let telling = false;
  for (let index = 0; index <= text.length; index++) {
    const code = index < text.length ? text.charCodeAt(index) : 0;
    const kind = code < 128 ? CHARACTER_CLASS[code] : BREAK;
    if (kind === BREAK) {
      if (telling && index - start <= MAX_TOKEN_CHARACTERS) pushToken(text, [start, index], tokens);
      start = -1;
      telling = false;
    } else {
      if (start < 0) start = index;
      if (kind === TELLING) telling = true;
    }
  }
  return tokens;
}

function pushToken(text: string, [start, end]: readonly [number, number], tokens: DigitToken[]): void {
  const before = text.charCodeAt(start - 1);
  const after = text.charCodeAt(end);
  if (before === SLASH || after === SLASH || before === BACKSLASH) return;
  const raw = text.slice(start, end);
  const lead = /^[.+-]*/.exec(raw)?.[0].length ?? 0;
  const token = raw.slice(lead).replace(/[.+-]+$/, "");
  if (token.length >= 3) tokens.push({ token, index: start + lead });
}

/** What a line says of the identifier that it begins with. */
function labelBehind(text: string, index: number, token: string): string {
  const start = index + token.length;
  if (index > 0 && text.charAt(index - 1) !== "\n") return "";
  const [line = ""] = text.slice(start, start + LABEL_CHARACTERS).split("\n", 1);
  const whole = line.length === LABEL_CHARACTERS ? line.replace(/\s\S*$/, "") : line;
  return /^ \p{Ll}{2}/u.test(whole) ? `${BEHIND}${whole.trim()}` : "";
}

/** Up to 48 characters before a position on its line, from the beginning of a word. */
function labelBefore(text: string, index: number): string {
  const start = Math.max(0, index - LABEL_CHARACTERS);
  const before = text.slice(start, index);
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const whole = line.length === LABEL_CHARACTERS ? line.replace(/^\S*\s/, "") : line;
  return /[\p{L}]{2}/u.test(whole) ? whole.trim() : "";
}
