import { foldedCode } from "./folded-code.js";

const SLOTS = 65_536;
const MASK: number = SLOTS - 1;
const FACTOR = 509;
/** A string is looked up by so many of its first characters, or by all that it has. */
const MOST_HASHED = 4;
/** No more of a string is looked at: the rest is hardly ever missing, and many strings begin alike. */
const MOST_CHARACTERS = 6;

interface IndexedString {
  readonly number: number;
  readonly codes: Uint16Array;
}

const hashStep = (hash: number, code: number): number => (Math.imul(hash, FACTOR) ^ code) & MASK;

/**
 * Tells which of many strings of two or more characters a text may have in it, whatever their case, in one pass over the text:
 * of long ones it looks for the beginning.
 */
export class StringIndex {
  readonly #numbers = new Map<string, number>();
  /** By the hash of the first two, three or four characters: one more than the list of such strings; 0 for none. */
  readonly #pairs = new Uint16Array(SLOTS);
  readonly #triples = new Uint16Array(SLOTS);
  readonly #quadruples = new Uint16Array(SLOTS);
  readonly #lists: IndexedString[][] = [];
  #codes = new Uint16Array(256);
  /** By the number of a string: the number of the last text that was found to have it. */
  #marks = new Float64Array(256);
  #texts = 0;

  /** How many strings there are. */
  get size(): number {
    return this.#numbers.size;
  }

  /** The number of a string, which is added if it is new. */
  add(text: string): number {
    const length = Math.min(text.length, MOST_CHARACTERS);
    const codes = Uint16Array.from(this.#fold(text).subarray(0, length));
    const key = String.fromCharCode(...codes);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(key, number);
    const table = [this.#pairs, this.#triples][length - 2] ?? this.#quadruples;
    const slot = codes.subarray(0, MOST_HASHED).reduce(hashStep, 0);
    if (table[slot] === 0) table[slot] = this.#lists.push([]);
    this.#lists[(table[slot] ?? 0) - 1]?.push({ number, codes });
    return number;
  }

  /** The numbers of the strings in a text. */
  in(text: string): ReadonlySet<number> {
    this.#texts += 1;
    if (this.#marks.length < this.size) this.#marks = new Float64Array(this.size * 2);
    const found: number[] = [];
    const codes = this.#fold(text);
    const [pairs, triples, quadruples] = [this.#pairs, this.#triples, this.#quadruples];
    const last = text.length - 1;
    for (let at = 0; at < last; at++) {
      const pair = hashStep(codes[at] ?? 0, codes[at + 1] ?? 0);
      const triple = hashStep(pair, codes[at + 2] ?? 0);
      const quadruple = hashStep(triple, codes[at + 3] ?? 0);
      if (pairs[pair] !== 0) this.#collect(pairs[pair] ?? 0, at, found);
      if (triples[triple] !== 0) this.#collect(triples[triple] ?? 0, at, found);
      if (quadruples[quadruple] !== 0) this.#collect(quadruples[quadruple] ?? 0, at, found);
    }
    return new Set(found);
  }

  /** Each once. Behind the text are zeros, which no string has. */
  #collect(list: number, at: number, found: number[]): void {
    const text = this.#codes;
    const strings = this.#lists[list - 1] ?? [];
    for (const { number, codes } of strings) {
      if (this.#marks[number] === this.#texts) continue;
      let index = 0;
      while (index < codes.length && codes[index] === text[at + index]) index++;
      if (index < codes.length) continue;
      this.#marks[number] = this.#texts;
      found.push(number);
    }
  }

  #fold(text: string): Uint16Array {
    const { length } = text;
    if (this.#codes.length < length + MOST_HASHED) this.#codes = new Uint16Array(length * 2 + MOST_HASHED);
    const codes = this.#codes;
    for (let at = 0; at < length; at++) codes[at] = foldedCode(text.charCodeAt(at));
    codes.fill(0, length, length + MOST_HASHED);
    return codes;
  }
}
