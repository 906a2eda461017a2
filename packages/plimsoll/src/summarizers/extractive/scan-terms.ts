import { CHARACTER, characterClass } from "./character-class.js";
import { TERM_KIND, type TermKind } from "./term-table.js";

/** Receives each term of a text, in order. Words come as a hash: they are many, and only compared. */
export interface TermSink {
  word(hash: number): void;
  exact(text: string, kind: ExactKind): void;
  /** A directory above a path: what names the path names it as well, though nobody spoke of it. */
  implied(path: string): void;
}

export type ExactKind = Exclude<TermKind, typeof TERM_KIND.word>;

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
const MIN_NAME = 7;
const MIN_PATH = 5;
const MIN_ID = 4;
/** Of a commit, a digest: says as much as a name. */
const HASH = /^[0-9a-f]{7,64}$/;
const HYPHENATED = /^[a-z]+(?:-[a-z]+)+$/i;
const VERSION = /^v?\d+(?:\.\d+){2,3}$/;
const NAME = /^[A-Za-z_]\w*$/;
/** A bare name with an ending by which it is a file for certain; others may be a member of something. */
const FILE_NAME =
  /^[\w-]{2,60}\.(?:[cm]?[jt]sx?|jsonl?|py|rs|go|java|kt|swift|rb|php|cs?|h|cpp|hpp|html?|css|scss|md|rst|txt|ya?ml|toml|ini|cfg|env|lock|csv|sql|sh|xml|svg|png|jpe?g|pdf|ipynb|proto|gradle)$/;
const URL_END = /[\s"'<>()[\]{}`|\\]/g;

const HASH_START = 0x811c9dc5;

/** One step of FNV-1a, with ASCII capitals folded. */
function hashStep(hash: number, code: number): number {
  return Math.imul(hash ^ (code >= 65 && code <= 90 ? code | 32 : code), 0x01000193);
}

/** The hash under which a word is handed over. */
export function wordHash(word: string): number {
  let hash = HASH_START;
  for (let at = 0; at < word.length; at++) hash = hashStep(hash, word.charCodeAt(at));
  return hash;
}

/** True for letters that read like a word: a short one in mixed case is the name of a product rather than of code. */
const readsLikeWord = (text: string, bits: number): boolean =>
  (bits & (BIT.digit | BIT.underscore)) === 0 && ((bits & BIT.camel) === 0 || text.length < MIN_NAME);

/** `inExact`: the text is a part of an exact string, and so no word by itself and, where short, nothing else either. */
function emitSimple(text: string, { bits, inExact }: PartTraits, sink: TermSink): void {
  if (readsLikeWord(text, bits)) {
    if (!inExact && text.length >= MIN_WORD && text.length <= MAX_WORD) sink.word(wordHash(text));
    return;
  }
  if (text.length > MAX_EXACT) return;
  if (text.length < MIN_NAME && (inExact || (bits & BIT.digit) === 0)) return;
  if ((bits & LETTER) === 0) {
    if (text.length >= MIN_ID && bits & BIT.digit) sink.exact(text, TERM_KIND.id);
  } else if (text.length >= MIN_NAME && (NAME.test(text) || HASH.test(text))) {
    sink.exact(text, TERM_KIND.name);
  } else if (text.length >= MIN_ID) sink.exact(text, TERM_KIND.id);
}

interface PartTraits {
  readonly bits: number;
  readonly inExact: boolean;
}

const EXACT = BIT.digit | BIT.underscore | BIT.slash;

/** Terms of the parts between connectors; words only where nothing in the text is exact. */
function emitParts(text: string, all: number, sink: TermSink): void {
  const inExact = (all & EXACT) !== 0;
  let start = 0;
  let bits = 0;
  let previous = 0;
  for (let at = 0; at <= text.length; at++) {
    const kind = at < text.length ? characterClass(text.charCodeAt(at)) : CHARACTER.separator;
    if (kind === CHARACTER.separator || kind === CHARACTER.connector || kind === CHARACTER.slash) {
      if (at > start) emitSimple(text.slice(start, at), { bits, inExact }, sink);
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
function pathKey(text: string): string {
  const path = text.endsWith("/") ? text.slice(0, -1) : text;
  const last = path.lastIndexOf("/");
  const before = last > 0 ? path.lastIndexOf("/", last - 1) : -1;
  return path.slice(before + 1);
}

/** Hands over the keys of the directories above a path, nearest first. */
function implyDirectories(text: string, sink: TermSink): void {
  let end = text.lastIndexOf("/", text.length - 2);
  let middle = text.lastIndexOf("/", end - 1);
  while (middle > 0 && end > middle) {
    const before = text.lastIndexOf("/", middle - 1);
    if (end - before > MIN_PATH) sink.implied(text.slice(before + 1, end));
    end = middle;
    middle = before;
  }
}

/** A path has two components at least: a single one is a word with a slash, or the root of everything. */
function emitPath(text: string, bits: number, sink: TermSink): void {
  if (text.length > MAX_EXACT) return;
  const key = pathKey(text);
  if (text.length >= MIN_PATH && (bits & LETTER) !== 0 && key.includes("/", 1)) {
    implyDirectories(text, sink);
    sink.exact(key, TERM_KIND.path);
  }
  emitParts(text, bits, sink);
}

/** An address, the path in it, by which it may be named elsewhere, and the names in that. */
function emitAddress(text: string, sink: TermSink): void {
  sink.exact(text, TERM_KIND.reference);
  const host = text.indexOf("://") + 3;
  if (text.indexOf("/", host) < 0) return;
  const key = pathKey(text.slice(host));
  if (key.length < MIN_PATH || !key.includes("/")) return;
  sink.exact(key, TERM_KIND.path);
  emitParts(key, BIT.slash, sink);
}

function emitCompound(text: string, bits: number, sink: TermSink): void {
  if (bits & BIT.url) {
    if (text.length <= 2 * MAX_EXACT) emitAddress(text, sink);
    return;
  }
  if (bits & BIT.slash) return emitPath(text, bits, sink);
  if ((bits & BIT.connector) === 0) return emitSimple(text, { bits, inExact: false }, sink);
  if (text.length > MAX_EXACT) return;
  const first = text.charCodeAt(0);
  if (VERSION.test(text)) sink.exact(text, TERM_KIND.reference);
  else if (text.includes("@", 1) && bits & LETTER) sink.exact(text, TERM_KIND.id);
  else if (first === 35 && bits & BIT.digit && text.length >= 3) sink.exact(text, TERM_KIND.reference);
  else if (bits & BIT.digit && text.includes("-", 1) && text.length >= 6) {
    sink.exact(text, TERM_KIND.id);
    emitParts(text, bits, sink);
  } else if (bits & BIT.digit && (bits & LETTER) === 0 && text.length >= MIN_ID)
    sink.exact(text, TERM_KIND.id);
  else if (text.length <= MAX_WORD && HYPHENATED.test(text)) sink.word(wordHash(text));
  else {
    if (FILE_NAME.test(text)) sink.exact(text, TERM_KIND.path);
    emitParts(text, bits, sink);
  }
}

const isTrimmed = (code: number): boolean => code === 46 || code === 45 || code === 126 || code === 43;

function emitIdeographs(slice: TextSlice, start: number, sink: TermSink): number {
  const { source, end } = slice;
  let at = start;
  let previous = 0;
  while (at < end) {
    const code = source.charCodeAt(at);
    if (characterClass(code) !== CHARACTER.ideograph) break;
    if (at > start) sink.word(hashStep(hashStep(HASH_START, previous), code));
    previous = code;
    at++;
  }
  return at;
}

function urlEnd({ source, end: limit }: TextSlice, from: number): number {
  URL_END.lastIndex = from;
  let end = Math.min(limit, URL_END.exec(source)?.index ?? limit);
  while (end > from && ".,;:!?".includes(source.charAt(end - 1))) end--;
  return end;
}

/** A part of a text. Scanned in place: a cut-out string would be slower to read. */
export interface TextSlice {
  readonly source: string;
  readonly start: number;
  readonly end: number;
}

/** Hands every word and exact string of a slice to `sink`. One pass; linear. */
export function scanTerms(slice: TextSlice, sink: TermSink): void {
  const { source, end: limit } = slice;
  let at = slice.start;
  while (at < limit) {
    const kind = characterClass(source.charCodeAt(at));
    if (kind === CHARACTER.separator) at++;
    else if (kind === CHARACTER.ideograph) at = emitIdeographs(slice, at, sink);
    else at = scanRun(slice, at, sink);
  }
}

/** Hands over what the run of letters, digits and connectors at `start` holds; answers where it ends. */
function scanRun(slice: TextSlice, start: number, sink: TermSink): number {
  const { source, end: limit } = slice;
  let at = start;
  let bits = 0;
  let previous = 0;
  let hash = HASH_START;
  for (; at < limit; at++) {
    const code = source.charCodeAt(at);
    const kind = characterClass(code);
    if (kind === CHARACTER.separator || kind === CHARACTER.ideograph) break;
    bits |= 1 << kind;
    if (kind === CHARACTER.upper && previous === CHARACTER.lower) bits |= BIT.camel;
    previous = kind;
    hash = hashStep(hash, code);
  }
  if (at < limit && source.charCodeAt(at) === 58 && at - start <= 12 && source.startsWith("://", at)) {
    at = urlEnd(slice, at);
    bits |= BIT.url;
  }
  if ((bits & ~LETTER) === 0) {
    const length = at - start;
    if (length >= MIN_WORD && length <= MAX_WORD) sink.word(hash);
    return at;
  }
  let end = at;
  while (end > start && isTrimmed(source.charCodeAt(end - 1))) end--;
  if (end > start) emitCompound(source.slice(start, end), bits, sink);
  return at;
}
