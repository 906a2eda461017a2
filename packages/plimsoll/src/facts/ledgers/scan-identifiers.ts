import { isRecord } from "../../text/is-record.js";
import { parseJson } from "../../text/parse-json.js";
import { announcesIdentifier } from "../../text/announces-identifier.js";
import { identifierShape, looksLikeIdentifier } from "../../text/identifier-shape.js";

/** An identifier and the words that stood with it. */
export interface FoundIdentifier {
  readonly value: string;
  readonly meaning: string;
}

const MAX_JSON_NODES = 5_000;
const MAX_MEANING_CHARACTERS = 160;
const MAX_SIBLINGS = 4;
const LABEL_CHARACTERS = 48;
const MIN_TOKEN_CHARACTERS = 3;
const MAX_TOKEN_CHARACTERS = 160;
const SLASH = 47;
const BACKSLASH = 92;
const BLANK = 32;
const DESCRIBING_KEY =
  /name|title|label|type|status|description|brand|category|date|city|subject|summary|color|size|source/i;

/** The subject of a record, whatever its key is called. */
const PROPER_NAME = /^\p{Lu}[\p{L}'’.-]{1,30}(?: \p{Lu}[\p{L}'’.-]{0,30}){1,3}$/u;

/** Precedes words that follow an identifier instead of preceding it. */
export const BEHIND = "… ";

export interface ScanBounds {
  readonly max: number;
  /**
   * Only strings that a preceding word announces: in source text nearly everything looks like an identifier.
   */
  readonly labelledOnly: boolean;
  /** Words that need no reading, because nothing near them matters any more. */
  isSettled?(token: string): boolean;
}

/**
 * Identifiers of a text: by record if it is JSON, otherwise word by word with the preceding words on the line.
 */
export function scanIdentifiers(
  text: string,
  tokens: readonly DigitToken[],
  bounds: ScanBounds,
): FoundIdentifier[] {
  const value = readRecords(text);
  return value === undefined ? scanText(text, tokens, bounds) : scanJson(value, bounds.max);
}

/** The value of a JSON text; an array if each line is a record. Undefined for any other text. */
function readRecords(text: string): unknown {
  const start = text.search(/\S/);
  const first = text.charAt(start);
  if (first !== "{" && first !== "[") return undefined;
  const end = first === "{" ? text.indexOf("\n", start) : -1;
  // Where the first line is a record by itself, the whole text is one only if nothing follows.
  const records = end > 0 && text.slice(start, end).trimEnd().endsWith("}") ? parseLines(text) : undefined;
  if (records === undefined) return parseJson(text);
  return records.length === 1 ? records[0] : records;
}

/** The records of a text with one per line; undefined if a line is not a record. */
function parseLines(text: string): unknown[] | undefined {
  const records: unknown[] = [];
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    const value = line.trimStart().startsWith("{") ? parseJson(line) : undefined;
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

/** The meaning of a key that is itself an identifier: its holder and its value. */
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
      if (typeof value !== "string" || value.length > 40) return [];
      return [SAYS_ITSELF.test(value) ? value : `${key} ${value}`];
    });

/** A word of some letters says by itself what it is of; a number, a measure or a "yes" needs the name of its field. */
const SAYS_ITSELF =
  /^(?!(?:true|false|none|null|unknown|medium|high|small|large|standard|basic|normal|default)$)\p{L}{4,}/iu;

function scanText(text: string, tokens: readonly DigitToken[], bounds: ScanBounds): FoundIdentifier[] {
  const { max, labelledOnly } = bounds;
  const found = new Map<string, FoundIdentifier>();
  for (const { token, index } of tokens) {
    if (found.size >= max) break;
    if (found.has(token) || bounds.isSettled?.(token) === true || isMessageCode(text, index)) continue;
    const shape = identifierShape(token);
    if (shape === "none") continue;
    const isSure = shape === "sure" && !labelledOnly;
    if (!isSure && isSurelyUnannounced(text, index)) continue;
    const label = labelBefore(text, index) || labelBehind(text, index, token);
    if (label !== "" && (isSure || announcesIdentifier(lastWord(label))))
      found.set(token, { value: token, meaning: label });
  }
  return [...found.values()];
}

const MESSAGE_WORD = /\b(?:error|warning) $/i;
const MESSAGE_WORD_CHARACTERS = 10;

/** True for the code of a message, as in `error TS2322`: it tells what went wrong, and names nothing. */
const isMessageCode = (text: string, index: number): boolean =>
  text.charCodeAt(index - 1) === BLANK &&
  MESSAGE_WORD.test(text.slice(Math.max(0, index - MESSAGE_WORD_CHARACTERS), index));

const LAST_WORD = /([A-Za-z_]{1,48})[^A-Za-z0-9]{0,6}$/;
const MAX_SIGNS = 6;

/** The last word of letters in a label, ignoring up to six signs; empty if there is none. */
function lastWord(label: string): string {
  const end = withoutSigns(label, label.length, 0);
  const start = wordStart(label, end, 0);
  if (start < end) return label.slice(start, end);
  return LAST_WORD.exec(label)?.[1] ?? "";
}

/**
 * True if the word before a position announces nothing, decided without cutting out the label, because most
 * numbers have a meaningless one. False if it announces something, or if only the label can tell.
 */
function isSurelyUnannounced(text: string, index: number): boolean {
  const least = Math.max(0, index - LABEL_CHARACTERS);
  let labelEnd = index;
  while (labelEnd > least && text.charCodeAt(labelEnd - 1) === BLANK) labelEnd--;
  const end = withoutSigns(text, labelEnd, least);
  if (end <= least) return false;
  const kind = characterClass(text, end - 1);
  if (kind === DIGIT) return true;
  const start = wordStart(text, end, least);
  return start < end && start > least && !announcesIdentifier(text.slice(start, end));
}

/** Where the signs before `end` begin: at most six, none of them the end of a line, and none before `least`. */
function withoutSigns(text: string, end: number, least: number): number {
  let at = end;
  while (at > least && end - at < MAX_SIGNS && characterClass(text, at - 1) === SIGN) at--;
  return at;
}

/** The start of the word of letters and underscores before `end`; `end` itself if it has no letter. */
function wordStart(text: string, end: number, least: number): number {
  let start = end;
  let hasLetter = false;
  while (start > least) {
    const kind = characterClass(text, start - 1);
    if (kind !== LETTER && kind !== UNDERSCORE) break;
    hasLetter ||= kind === LETTER;
    start--;
  }
  return hasLetter && end - start <= LABEL_CHARACTERS ? start : end;
}

const SIGN = 0;
const LETTER = 1;
const UNDERSCORE = 2;
const DIGIT = 3;
const LINE_END = 4;

function characterClass(text: string, index: number): number {
  const code = text.charCodeAt(index);
  if ((code | 32) >= 97 && (code | 32) <= 122) return LETTER;
  if (code >= 48 && code <= 57) return DIGIT;
  if (code === 95) return UNDERSCORE;
  return code === 10 ? LINE_END : SIGN;
}

/** A word with a digit or an at sign, and its start. */
export interface DigitToken {
  readonly token: string;
  readonly index: number;
}

/** By character code: whether it is part of a word. */
const IN_WORD: Uint8Array = Uint8Array.from({ length: 128 }, (_, code) =>
  /[\w@.+#-]/.test(String.fromCharCode(code)) ? 1 : 0,
);
const isInWord = (code: number): boolean => code < 128 && IN_WORD[code] === 1;

const TELLING = /[\d@]/g;

/**
 * The words of a text with a digit or an at sign that are not part of a path. One pass that searches for those
 * two.
 */
export function tokensWithDigits(text: string): DigitToken[] {
  const tokens: DigitToken[] = [];
  let from = 0;
  TELLING.lastIndex = 0;
  while (TELLING.test(text)) {
    let end = TELLING.lastIndex;
    let start = end - 1;
    while (start > from && isInWord(text.charCodeAt(start - 1))) start--;
    while (end < text.length && isInWord(text.charCodeAt(end))) end++;
    if (end - start <= MAX_TOKEN_CHARACTERS) pushToken(text, [start, end], tokens);
    from = end;
    TELLING.lastIndex = end;
  }
  return tokens;
}

function pushToken(text: string, span: readonly [number, number], tokens: DigitToken[]): void {
  let [start, end] = span;
  const before = text.charCodeAt(start - 1);
  if (before === SLASH || before === BACKSLASH || text.charCodeAt(end) === SLASH) return;
  while (start < end && isPunctuation(text.charCodeAt(start))) start++;
  while (start < end && isPunctuation(text.charCodeAt(end - 1))) end--;
  if (end - start >= MIN_TOKEN_CHARACTERS) tokens.push({ token: text.slice(start, end), index: start });
}

/** A dot, a plus or a hyphen. */
const isPunctuation = (code: number): boolean => code === 46 || code === 43 || code === 45;

/** What a line says about the identifier at its beginning. */
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
  return hasWord(whole) ? whole.trim() : "";
}

/** True if two letters are adjacent. */
function hasWord(text: string): boolean {
  let letters = 0;
  for (let index = text.length - 1; index >= 0; index--) {
    letters = characterClass(text, index) === LETTER ? letters + 1 : 0;
    if (letters === 2) return true;
  }
  return /\p{L}{2}/u.test(text);
}
