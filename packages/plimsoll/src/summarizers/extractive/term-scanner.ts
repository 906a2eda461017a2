import { isFileName } from "../../text/source-extensions.js";
import { CHARACTER } from "./character-class.js";
import type { SliceCodes } from "./slice-codes.js";
import { TERM_KIND, type TermKind } from "./term-table.js";

/** Receives each term of a text, in order. Words come as a hash: they are many, and only compared. */
export interface TermSink {
  word(hash: number): void;
  exact(text: string, kind: ExactKind): void;
  /** A directory above a path, or its file: what names the path names them as well, though nobody spoke of them. */
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
  /** A part of an exact string. */
  inExact: 1 << 9,
} as const;
const LETTER = BIT.lower | BIT.upper;

const MAX_WORD = 40;
const MIN_WORD = 4;
const MAX_EXACT = 200;
const MIN_NAME = 7;
const MIN_PATH = 5;
const MIN_ID = 4;
const MIN_REFERENCE = 3;
const MIN_RECORD = 6;
/** Of a commit, a digest: says as much as a name. */
const HASH = /^[0-9a-f]{7,64}$/;
const HYPHENATED = /^[a-z]+(?:-[a-z]+)+$/i;
/** A price, a share, a duration: a measure, which nothing is called by. */
const DECIMAL = /^[+-]?\d*\.\d+$/;
const VERSION = /^v?\d+(?:\.\d+){2,3}$/;
const NAME = /^[A-Za-z_]\w*$/;
const URL_END = /[\s"'<>()[\]{}`|\\]/;
const COLON = 58;
const MAX_SCHEME = 12;

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

const EXACT = BIT.digit | BIT.underscore | BIT.slash;
const SINGLE = BIT.digit | BIT.underscore;

/** True for letters that read like a word: a short one in mixed case is the name of a product rather than of code. */
const readsLikeWord = (length: number, bits: number): boolean =>
  (bits & SINGLE) === 0 && ((bits & BIT.camel) === 0 || length < MIN_NAME);

/** Dots, hyphens, tildes and plus signs at the end of a run belong to the sentence. */
const isTrimmed = (code: number | undefined): boolean =>
  code === 46 || code === 45 || code === 126 || code === 43;

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

type CompoundKind = "reference" | "id" | "record" | "file" | "measure" | "word" | "parts";

const EXACT_KIND = {
  reference: TERM_KIND.reference,
  id: TERM_KIND.id,
  record: TERM_KIND.id,
  file: TERM_KIND.path,
} as const;

/** What a run with connectors and without a slash is; the parts of a record's id and of a file's name count as well. */
function compoundKind(text: string, bits: number): CompoundKind {
  if (VERSION.test(text)) return "reference";
  if (text.includes("@", 1) && bits & LETTER) return "id";
  if (isFileName(text)) return "file";
  if (bits & BIT.digit) {
    if (text.startsWith("#") && text.length >= MIN_REFERENCE) return "reference";
    if (text.includes("-", 1) && text.length >= MIN_RECORD) return "record";
    if ((bits & LETTER) === 0 && text.length >= MIN_ID) return DECIMAL.test(text) ? "measure" : "id";
  }
  return text.length <= MAX_WORD && HYPHENATED.test(text) ? "word" : "parts";
}

/** Hands every word and exact string of slices to a sink. One pass; linear. */
export class TermScanner {
  readonly #slice: SliceCodes;
  readonly #sink: TermSink;
  #runBits = 0;
  #runHash = HASH_START;

  constructor(slice: SliceCodes, sink: TermSink) {
    this.#slice = slice;
    this.#sink = sink;
  }

  /** Scans what the slice holds now. */
  scan(): void {
    const { classes, length } = this.#slice;
    let at = 0;
    while (at < length) {
      const kind = classes[at];
      if (kind === CHARACTER.separator) at++;
      else if (kind === CHARACTER.ideograph) at = this.#ideographs(at);
      else at = this.#run(at);
    }
  }

  #ideographs(start: number): number {
    const { codes, classes, length } = this.#slice;
    let at = start;
    let previous = 0;
    while (at < length && classes[at] === CHARACTER.ideograph) {
      const code = codes[at] ?? 0;
      if (at > start) this.#sink.word(hashStep(hashStep(HASH_START, previous), code));
      previous = code;
      at++;
    }
    return at;
  }

  /** Hands over what the run of letters, digits and connectors at `start` holds; answers where it ends. */
  #run(start: number): number {
    const { codes, length } = this.#slice;
    const at = this.#runEnd(start);
    const bits = this.#runBits;
    if (at < length && codes[at] === COLON && at - start <= MAX_SCHEME) {
      const end = this.#addressEnd(at);
      if (end > at) return this.#address(start, end);
    }
    if ((bits & ~LETTER) === 0) {
      if (at - start >= MIN_WORD && at - start <= MAX_WORD) this.#sink.word(this.#runHash);
      return at;
    }
    let end = at;
    while (end > start && isTrimmed(codes[end - 1])) end--;
    if (end > start) this.#compound(start, end, bits);
    return at;
  }

  /** Where the run at `start` ends. Notes what it holds, and its hash. */
  #runEnd(start: number): number {
    const { codes, classes, length } = this.#slice;
    let at = start;
    let bits = 0;
    let previous = 0;
    let hash = HASH_START;
    for (; at < length; at++) {
      const kind = classes[at] ?? 0;
      if (kind === CHARACTER.separator || kind === CHARACTER.ideograph) break;
      bits |= 1 << kind;
      if (kind === CHARACTER.upper && previous === CHARACTER.lower) bits |= BIT.camel;
      previous = kind;
      hash = hashStep(hash, codes[at] ?? 0);
    }
    this.#runBits = bits;
    this.#runHash = hash;
    return at;
  }

  /** Where the address ends whose scheme ends at `from`; `from` if there is none. */
  #addressEnd(from: number): number {
    const rest = this.#slice.text(from, this.#slice.length);
    if (!rest.startsWith("://")) return from;
    let end = URL_END.exec(rest)?.index ?? rest.length;
    while (".,;:!?".includes(rest.charAt(end - 1))) end--;
    return from + end;
  }

  /** An address, the path in it, by which it may be named elsewhere, and the names in that. */
  #address(start: number, end: number): number {
    let last = end;
    while (isTrimmed(this.#slice.codes[last - 1])) last--;
    const text = this.#slice.text(start, last);
    if (text.length > 2 * MAX_EXACT) return end;
    this.#sink.exact(text, TERM_KIND.reference);
    const host = text.indexOf("://") + 3;
    if (text.indexOf("/", host) < 0) return end;
    const key = pathKey(text.slice(host));
    if (key.length < MIN_PATH || !key.includes("/")) return end;
    this.#sink.exact(key, TERM_KIND.path);
    const from = start + text.lastIndexOf(key);
    this.#parts(from, from + key.length, BIT.slash);
    return end;
  }

  #compound(start: number, end: number, bits: number): void {
    if (bits & BIT.slash) return this.#path(start, end, bits);
    if ((bits & BIT.connector) === 0) return this.#simple(start, end, bits);
    if (end - start > MAX_EXACT) return;
    const text = this.#slice.text(start, end);
    const kind = compoundKind(text, bits);
    if (kind === "measure") return;
    if (kind === "word") return this.#sink.word(wordHash(text));
    if (kind !== "parts") this.#sink.exact(text, EXACT_KIND[kind]);
    if (kind === "record" || kind === "file" || kind === "parts") this.#parts(start, end, bits);
  }

  /**
   * A path has two components at least: a single one is a file, a word with a slash, or the root of everything. A path names
   * its file as well.
   */
  #path(start: number, end: number, bits: number): void {
    if (end - start > MAX_EXACT) return;
    const text = this.#slice.text(start, end);
    const key = pathKey(text);
    const name = key.slice(key.lastIndexOf("/") + 1);
    const isFile = isFileName(name);
    if (text.length >= MIN_PATH && (bits & LETTER) !== 0 && key.includes("/", 1)) {
      implyDirectories(text, this.#sink);
      this.#sink.exact(key, TERM_KIND.path);
      if (isFile) this.#sink.implied(name);
    } else if (isFile) this.#sink.exact(name, TERM_KIND.path);
    this.#parts(start, end, bits);
  }

  /** Terms of the parts between connectors; words only where nothing in the text is exact. */
  #parts(start: number, end: number, all: number): void {
    const { classes } = this.#slice;
    const whole = (all & EXACT) === 0 ? 0 : BIT.inExact;
    let from = start;
    let bits = whole;
    let previous = 0;
    for (let at = start; at <= end; at++) {
      const kind = at < end ? (classes[at] ?? 0) : CHARACTER.separator;
      if (kind === CHARACTER.separator || kind === CHARACTER.connector || kind === CHARACTER.slash) {
        if (at > from) this.#simple(from, at, bits);
        from = at + 1;
        bits = whole;
        previous = 0;
        continue;
      }
      bits |= 1 << kind;
      if (kind === CHARACTER.upper && previous === CHARACTER.lower) bits |= BIT.camel;
      previous = kind;
    }
  }

  /** A part of an exact string is no word by itself and, where short, nothing else either. */
  #simple(start: number, end: number, bits: number): void {
    const length = end - start;
    const inExact = (bits & BIT.inExact) !== 0;
    if (readsLikeWord(length, bits)) {
      if (!inExact && length >= MIN_WORD && length <= MAX_WORD) this.#sink.word(this.#hash(start, end));
      return;
    }
    if (length > MAX_EXACT) return;
    if (length < MIN_NAME && (inExact || (bits & BIT.digit) === 0)) return;
    if (length < MIN_ID) return;
    const text = this.#slice.text(start, end);
    if ((bits & LETTER) === 0) {
      if (bits & BIT.digit) this.#sink.exact(text, TERM_KIND.id);
    } else if (length >= MIN_NAME && (NAME.test(text) || HASH.test(text))) {
      this.#sink.exact(text, TERM_KIND.name);
    } else this.#sink.exact(text, TERM_KIND.id);
  }

  #hash(start: number, end: number): number {
    const { codes } = this.#slice;
    let hash = HASH_START;
    for (let at = start; at < end; at++) hash = hashStep(hash, codes[at] ?? 0);
    return hash;
  }
}
