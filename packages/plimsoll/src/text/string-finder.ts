import { isBlank } from "./is-blank.js";
import { SharedEnding } from "./shared-ending.js";

/** Of a longer string, only the end is looked up at every character; the rest is compared on a match. */
const MAX_INDEXED = 160;
/** So many strings of one ending are compared one by one. */
const FEW_MEMBERS = 4;
const CODES = 65_536;

const pairPlace = (one: number, other: number): number => (Math.imul(one, 251) ^ other) & (CODES - 1);

/** A text with every run of white space as one blank, and none at its ends. */
export const collapseBlanks = (text: string): string => text.replace(/[\s\u0000-\u0020]+/g, " ").trim();

/** An occurrence of a string: its number in the list of strings, and its position in the text. */
export type FoundString = (index: number, start: number, end: number) => void;

const NEVER = (): boolean => false;

interface Reached {
  readonly state: number;
  readonly end: number;
}

/** The states of the trie in order of their making. */
interface Trie {
  readonly parents: number[];
  readonly codes: number[];
  readonly depths: number[];
}

/**
 * Finds any number of strings in one pass over a text (Aho–Corasick), whatever white space separates their words.
 * Linear in the strings plus the text, not in their product.
 */
export class StringFinder {
  readonly #strings: readonly string[];
  /** The strings of each indexed ending. */
  readonly #members: readonly (readonly number[] | SharedEnding)[];
  /** The edges of the trie in an open hash table: state and code, and where they lead. */
  readonly #keys: Float64Array;
  readonly #targets: Int32Array;
  readonly #root: Int32Array = new Int32Array(CODES);
  /** By the hash of two characters: whether a string may begin with them. */
  readonly #pairs: Uint8Array = new Uint8Array(CODES);
  readonly #fallback: Int32Array;
  /** One more than the number of the ending that is complete in a state; 0 if none is. */
  readonly #complete: Int32Array;
  /** The next shorter state in which an ending is complete. */
  readonly #shorter: Int32Array;
  #isDone: (index: number) => boolean = NEVER;

  /** Strings are compared with their white space collapsed; empty ones are never found. */
  constructor(strings: readonly string[]) {
    this.#strings = strings.map(collapseBlanks);
    const byEnding = new Map<string, number[]>();
    this.#strings.forEach((text, index) => {
      const ending = text.slice(-MAX_INDEXED);
      const members = byEnding.get(ending);
      if (members === undefined) byEnding.set(ending, [index]);
      else members.push(index);
    });
    byEnding.delete("");
    this.#members = Array.from(byEnding.values(), (members) =>
      members.length > FEW_MEMBERS ? new SharedEnding(this.#strings, members) : members,
    );
    const endings = [...byEnding.keys()];
    const edges = endings.reduce((sum, ending) => sum + ending.length, 0);
    const capacity = 2 ** Math.ceil(Math.log2(Math.max(16, edges * 2)));
    this.#keys = new Float64Array(capacity);
    this.#targets = new Int32Array(capacity);
    this.#complete = new Int32Array(edges + 1);
    this.#fallback = new Int32Array(edges + 1);
    this.#shorter = new Int32Array(edges + 1);
    this.#link(this.#grow(endings));
  }

  /** Reports every occurrence, by its end. `isDone` marks a string that needs no further matches. */
  scan(text: string, found: FoundString, isDone?: (index: number) => boolean): void {
    this.#isDone = isDone ?? NEVER;
    let state = 0;
    let afterBlank = false;
    for (let at = 0; at < text.length; at++) {
      let code = text.charCodeAt(at);
      if (isBlank(code)) {
        if (afterBlank) continue;
        afterBlank = true;
        code = 32;
      } else afterBlank = false;
      if (state === 0 && !this.#mayBegin(code, text.charCodeAt(at + 1))) continue;
      state = this.#step(state, code);
      if (this.#complete[state] !== 0) this.#report(text, { state, end: at + 1 }, found);
      if (this.#shorter[state] !== 0) this.#reportShorter(text, { state, end: at + 1 }, found);
    }
  }

  /** False if no string begins with these two characters: that passes over most of a text quickly. */
  #mayBegin(code: number, next: number): boolean {
    const first = this.#root[code] ?? 0;
    if (first === 0) return false;
    return this.#complete[first] !== 0 || this.#pairs[pairPlace(code, isBlank(next) ? 32 : next)] === 1;
  }

  #reportShorter(text: string, { state, end }: Reached, found: FoundString): void {
    for (let next = this.#shorter[state] ?? 0; next !== 0; next = this.#shorter[next] ?? 0)
      this.#report(text, { state: next, end }, found);
  }

  #report(text: string, { state, end }: Reached, found: FoundString): void {
    const members = this.#members[(this.#complete[state] ?? 0) - 1] ?? [];
    for (const index of members instanceof SharedEnding ? members.before(text, end) : members) {
      if (this.#isDone(index)) continue;
      const start = startOf(text, this.#strings[index] ?? "", end);
      if (start >= 0) found(index, start, end);
    }
  }

  #step(from: number, code: number): number {
    let state = from;
    while (state !== 0) {
      const next = this.#targets[this.#place(state, code)] ?? 0;
      if (next !== 0) return next;
      state = this.#fallback[state] ?? 0;
    }
    return this.#root[code] ?? 0;
  }

  #grow(endings: readonly string[]): Trie {
    const trie: Trie = { parents: [0], codes: [0], depths: [0] };
    endings.forEach((ending, number) => {
      let state = 0;
      for (let at = 0; at < ending.length; at++) state = this.#child(trie, state, ending.charCodeAt(at));
      this.#complete[state] = number + 1;
    });
    return trie;
  }

  #child({ parents, codes, depths }: Trie, state: number, code: number): number {
    const place = this.#place(state, code);
    const known = state === 0 ? this.#root[code] : this.#targets[place];
    if (known !== undefined && known !== 0) return known;
    const created = parents.length;
    parents.push(state);
    codes.push(code);
    depths.push((depths[state] ?? 0) + 1);
    if (state === 0) this.#root[code] = created;
    else {
      if (parents[state] === 0) this.#pairs[pairPlace(codes[state] ?? 0, code)] = 1;
      this.#keys[place] = state * CODES + code;
      this.#targets[place] = created;
    }
    return created;
  }

  /** Fills in the failure links, shallow states first. */
  #link({ parents, codes, depths }: Trie): void {
    const order = parents.map((_, state) => state).slice(1);
    order.sort((one, other) => (depths[one] ?? 0) - (depths[other] ?? 0));
    for (const state of order) {
      const parent = parents[state] ?? 0;
      const link = parent === 0 ? 0 : this.#step(this.#fallback[parent] ?? 0, codes[state] ?? 0);
      this.#fallback[state] = link;
      this.#shorter[state] = this.#complete[link] === 0 ? (this.#shorter[link] ?? 0) : link;
    }
  }

  #place(state: number, code: number): number {
    const mask = this.#keys.length - 1;
    const key = state * CODES + code;
    const mixed = Math.imul(state, 0x9e3779b1) ^ Math.imul(code, 0x85ebca6b);
    let place = (mixed ^ (mixed >>> 15)) & mask;
    while (this.#keys[place] !== 0 && this.#keys[place] !== key) place = (place + 1) & mask;
    return place;
  }
}

/** Where the string that ends at `end` begins; -1 if only its last characters stand there. */
function startOf(text: string, wanted: string, end: number): number {
  if (wanted.length <= MAX_INDEXED && !wanted.includes(" ")) return end - wanted.length;
  let at = end - 1;
  for (let index = wanted.length - 1; index >= 0; index--) {
    const code = wanted.charCodeAt(index);
    if (code !== 32) {
      if (text.charCodeAt(at) !== code) return -1;
      at--;
      continue;
    }
    if (at < 0 || !isBlank(text.charCodeAt(at))) return -1;
    while (at >= 0 && isBlank(text.charCodeAt(at))) at--;
  }
  return at + 1;
}
