import { HashIndex } from "./hash-index.js";

/** Kinds of terms. Words are prose; the others are exact strings that later work may need letter by letter. */
export const TERM_KIND = { word: 0, path: 1, name: 2, reference: 3, id: 4, line: 5 } as const;
export type TermKind = (typeof TERM_KIND)[keyof typeof TERM_KIND];

/** Where a term has been seen, as bits. `listing` is an output line of bare names. */
export const SEEN = {
  user: 1,
  assistant: 2,
  call: 4,
  output: 8,
  error: 16,
  previous: 32,
  listing: 64,
  edit: 128,
} as const;

/** The place at which terms are being met. */
export interface TermContext {
  readonly unit: number;
  readonly item: number;
  /** Number of the call, or -1 outside of arguments. */
  readonly call: number;
  readonly seen: number;
  /** Number of the window of some 320 characters; a word is rare if it stands in few of them. */
  readonly window: number;
}

const FIRST_CAPACITY = 4096;
const LETTERS = /^[A-Za-z]+$/;
/** What a string is shows where it is met first; so many units count as that. */
const INTRODUCTIONS = 12;

/** Terms with what is known about each: columns of numbers, since there may be a million of them. */
export class TermTable {
  readonly #words = new HashIndex();
  readonly #ids = new Map<string, number>();
  readonly #lines = new HashIndex();
  #capacity = FIRST_CAPACITY;
  size = 0;
  kinds: Uint8Array = new Uint8Array(FIRST_CAPACITY);
  seen: Uint8Array = new Uint8Array(FIRST_CAPACITY);
  /** 1 for a name of letters only. */
  plain: Uint8Array = new Uint8Array(FIRST_CAPACITY);
  /** Distinct items, calls and windows it stands in, and its occurrences by unit. */
  items: Uint32Array = new Uint32Array(FIRST_CAPACITY);
  calls: Uint32Array = new Uint32Array(FIRST_CAPACITY);
  windows: Uint32Array = new Uint32Array(FIRST_CAPACITY);
  occurrences: Uint32Array = new Uint32Array(FIRST_CAPACITY);
  lastItem: Int32Array = new Int32Array(FIRST_CAPACITY).fill(-1);
  /** The unit in which a term was met first, or -1. */
  firstUnit: Int32Array = new Int32Array(FIRST_CAPACITY).fill(-1);
  /** The unit in which it was met last. */
  lastUnit: Int32Array = new Int32Array(FIRST_CAPACITY).fill(-1);
  /** The last of the first units that hold a term. */
  lastIntroduction: Int32Array = new Int32Array(FIRST_CAPACITY).fill(-1);
  /** The second hash of a line. */
  #checks = new Int32Array(FIRST_CAPACITY).fill(-1);
  #lastImplied = new Int32Array(FIRST_CAPACITY).fill(-1);
  #lastCall = new Int32Array(FIRST_CAPACITY).fill(-1);
  #lastWindow = new Int32Array(FIRST_CAPACITY).fill(-1);

  /** An exact string's number; -1 for one never met when `known` asks for those only. */
  find(text: string, kind: TermKind, known: boolean): number {
    const found = this.#ids.get(text);
    if (found !== undefined) return found;
    if (known) return -1;
    const id = this.#add(kind);
    if (kind === TERM_KIND.name && LETTERS.test(text)) this.plain[id] = 1;
    this.#ids.set(text, id);
    return id;
  }

  /** A word's number by its hash; -1 for one never met when `known` asks for those only. */
  findWord(hash: number, known: boolean): number {
    const found = this.#words.get(hash);
    if (found >= 0 || known) return found;
    const id = this.#add(TERM_KIND.word);
    this.#words.set(hash, id);
    return id;
  }

  /** A line's number by two hashes; a line that shares the first with another is one of its own each time. */
  findLine(hash: number, check: number): number {
    const found = this.#lines.get(hash);
    if (found >= 0 && this.#checks[found] === check) return found;
    const id = this.#add(TERM_KIND.line);
    if (found >= 0) return id;
    this.#lines.set(hash, id);
    this.#checks[id] = check;
    return id;
  }

  #add(kind: TermKind): number {
    const id = this.size++;
    if (id >= this.#capacity) this.#grow();
    this.kinds[id] = kind;
    return id;
  }

  /** Notes that a unit names a term without speaking of it; false if the unit is known to hold it. */
  imply(id: number, unit: number): boolean {
    if (this.lastUnit[id] === unit || this.#lastImplied[id] === unit) return false;
    this.#lastImplied[id] = unit;
    return true;
  }

  /** Notes an occurrence; false if the unit is known to hold the term. */
  meet(id: number, context: TermContext): boolean {
    if (this.lastUnit[id] === context.unit) return false;
    this.lastUnit[id] = context.unit;
    if (this.firstUnit[id] === -1) this.firstUnit[id] = context.unit;
    this.seen[id] = (this.seen[id] ?? 0) | context.seen;
    const before = this.occurrences[id] ?? 0;
    this.occurrences[id] = before + 1;
    if (before < INTRODUCTIONS) this.lastIntroduction[id] = context.unit;
    if (this.lastItem[id] !== context.item) {
      this.lastItem[id] = context.item;
      this.items[id] = (this.items[id] ?? 0) + 1;
    }
    if (context.call >= 0 && this.#lastCall[id] !== context.call) {
      this.#lastCall[id] = context.call;
      this.calls[id] = (this.calls[id] ?? 0) + 1;
    }
    if (this.#lastWindow[id] !== context.window) {
      this.#lastWindow[id] = context.window;
      this.windows[id] = (this.windows[id] ?? 0) + 1;
    }
    return this.#lastImplied[id] !== context.unit;
  }

  #grow(): void {
    this.#capacity *= 2;
    const bytes = (old: Uint8Array): Uint8Array => {
      const larger = new Uint8Array(this.#capacity);
      larger.set(old);
      return larger;
    };
    const counts = (old: Uint32Array): Uint32Array => {
      const larger = new Uint32Array(this.#capacity);
      larger.set(old);
      return larger;
    };
    const marks = (old: Int32Array): Int32Array<ArrayBuffer> => {
      const larger = new Int32Array(this.#capacity).fill(-1, old.length);
      larger.set(old);
      return larger;
    };
    this.kinds = bytes(this.kinds);
    this.seen = bytes(this.seen);
    this.plain = bytes(this.plain);
    this.items = counts(this.items);
    this.calls = counts(this.calls);
    this.windows = counts(this.windows);
    this.occurrences = counts(this.occurrences);
    this.lastItem = marks(this.lastItem);
    this.firstUnit = marks(this.firstUnit);
    this.#checks = marks(this.#checks);
    this.#lastImplied = marks(this.#lastImplied);
    this.#lastCall = marks(this.#lastCall);
    this.#lastWindow = marks(this.#lastWindow);
    this.lastUnit = marks(this.lastUnit);
    this.lastIntroduction = marks(this.lastIntroduction);
  }
}
