import { CHARACTER, characterClass } from "./character-class.js";
import { TERM_KIND, type TermKind } from "./term-table.js";

/** Receives each term of a text, in order. */
export type TermSink = (text: string, kind: TermKind) => void;

const BIT = {
  lower: 1 << CHARACTER.lower,
  upper: 1 << CHARACTER.upper,
  digit: 1 << CHARACTER.digit,
  underscore: 1 << CHARACTER.underscore,
  slash: 1 << CHARACTER.slash,
  connector: 1 << CHARACTER.connector,
  camel: 1 << 8,
  url: 1 << 9,
} as const;
const LETTER = BIT.lower | BIT.upper;

const MAX_WORD = 40;
const MIN_WORD = 4;
const MAX_EXACT = 200;
const MIN_NAME = 5;
const MIN_ID = 4;
const HASH = /^[0-9a-f]{7,64}$/;
const VERSION = /^v?\d+(?:\.\d+){2,3}$/;
const FILE_NAME = /^[\w-]{2,60}\.[a-z]{1,5}$/;
const URL_END = /[\s"'<>()[\]{}`|\\]/g;

function emitSimple(text: string, bits: number, sink: TermSink): void {
  if ((bits & (BIT.digit | BIT.underscore | BIT.camel)) === 0) {
    if (text.length >= MIN_WORD && text.length <= MAX_WORD) {
      sink(bits & BIT.upper ? text.toLowerCase() : text, TERM_KIND.word);
    }
    return;
  }
  if (text.length > MAX_EXACT) return;
  if ((bits & LETTER) === 0) {
    if (text.length >= MIN_ID && bits & BIT.digit) sink(text, TERM_KIND.id);
  } else if (bits & BIT.digit && HASH.test(text)) sink(text, TERM_KIND.reference);
  else if (text.length >= MIN_NAME && (bits & (BIT.underscore | BIT.camel)) !== 0) sink(text, TERM_KIND.name);
  else if (text.length >= MIN_ID) sink(text, TERM_KIND.id);
}

/** Terms of the parts between connectors. */
function emitParts(text: string, sink: TermSink): void {
  let start = 0;
  let bits = 0;
  let previous = 0;
  for (let at = 0; at <= text.length; at++) {
    const kind = at < text.length ? characterClass(text.charCodeAt(at)) : CHARACTER.separator;
    if (kind === CHARACTER.separator || kind === CHARACTER.connector || kind === CHARACTER.slash) {
      if (at > start) emitSimple(text.slice(start, at), bits, sink);
      start = at + 1;
      bits = 0;
      previous = 0;
      continue;
    }
    bits |= 1 << kind;
    if (kind === CHARACTER.upper && previous === CHARACTER.lower) bits |= BIT.camel;
    previous = kind;
  }
}

/** The last two components: how a file is recognised whatever directory it is named from. */
function pathKey(text: string): { readonly key: string; readonly base: string } {
  const path = text.endsWith("/") ? text.slice(0, -1) : text;
  const last = path.lastIndexOf("/");
  const before = last > 0 ? path.lastIndexOf("/", last - 1) : -1;
  return { key: path.slice(before + 1), base: path.slice(last + 1) };
}

function emitPath(text: string, bits: number, sink: TermSink): void {
  if (text.length < MIN_NAME || text.length > MAX_EXACT || (bits & LETTER) === 0) {
    if (text.length <= MAX_EXACT) emitParts(text, sink);
    return;
  }
  const { key, base } = pathKey(text);
  if (key.length > 2) sink(key, TERM_KIND.path);
  emitParts(base, sink);
}

function emitCompound(text: string, bits: number, sink: TermSink): void {
  if (bits & BIT.url) {
    if (text.length <= 2 * MAX_EXACT) sink(text, TERM_KIND.reference);
    return;
  }
  if (bits & BIT.slash) return emitPath(text, bits, sink);
  if ((bits & BIT.connector) === 0) return emitSimple(text, bits, sink);
  if (text.length > MAX_EXACT) return;
  const first = text.charCodeAt(0);
  if (VERSION.test(text)) sink(text, TERM_KIND.reference);
  else if (text.includes("@", 1) && bits & LETTER) sink(text, TERM_KIND.id);
  else if (first === 35 && bits & BIT.digit && text.length >= 3) sink(text, TERM_KIND.reference);
  else if (bits & BIT.digit && text.includes("-", 1) && text.length >= 6) sink(text, TERM_KIND.id);
  else if (bits & BIT.digit && (bits & LETTER) === 0 && text.length >= MIN_ID) sink(text, TERM_KIND.id);
  else {
    if (FILE_NAME.test(text)) sink(text, TERM_KIND.name);
    emitParts(text, sink);
  }
}

const isTrimmed = (code: number): boolean => code === 46 || code === 45 || code === 126 || code === 43;

function emitIdeographs(text: string, start: number, sink: TermSink): number {
  let at = start;
  while (at < text.length && characterClass(text.charCodeAt(at)) === CHARACTER.ideograph) at++;
  for (let from = start; from + 1 < at; from++) sink(text.slice(from, from + 2), TERM_KIND.word);
  return at;
}

function urlEnd(text: string, from: number): number {
  URL_END.lastIndex = from;
  const found = URL_END.exec(text)?.index ?? text.length;
  let end = found;
  while (end > from && ".,;:!?".includes(text.charAt(end - 1))) end--;
  return end;
}

/** Hands every word and exact string of `text` to `sink`. One pass; linear. */
export function scanTerms(text: string, sink: TermSink): void {
  let at = 0;
  while (at < text.length) {
    let kind = characterClass(text.charCodeAt(at));
    if (kind === CHARACTER.separator) {
      at++;
      continue;
    }
    if (kind === CHARACTER.ideograph) {
      at = emitIdeographs(text, at, sink);
      continue;
    }
    const start = at;
    let bits = 0;
    let previous = 0;
    while (kind !== CHARACTER.separator && kind !== CHARACTER.ideograph) {
      bits |= 1 << kind;
      if (kind === CHARACTER.upper && previous === CHARACTER.lower) bits |= BIT.camel;
      previous = kind;
      at++;
      if (at >= text.length) break;
      kind = characterClass(text.charCodeAt(at));
    }
    if (text.charCodeAt(at) === 58 && text.startsWith("://", at) && at - start <= 12) {
      at = urlEnd(text, at);
      bits |= BIT.url;
    }
    let end = at;
    while (end > start && isTrimmed(text.charCodeAt(end - 1))) end--;
    if (end > start) emitCompound(text.slice(start, end), bits, sink);
  }
}
