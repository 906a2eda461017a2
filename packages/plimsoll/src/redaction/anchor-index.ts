/**
 * While a text is walked, characters are classified roughly: letters without case, digits as one, signs in few
 * classes, blanks and characters of no anchor not at all. Four of them are a key of twenty bits.
 */
const BITS = 5;
const WINDOW = 4;
const MASK = (1 << (WINDOW * BITS)) - 1;
const CLASSES = new Uint8Array(256);
for (const [index, letter] of Array.from("abcdefghijklmnopqrstuvwxyz").entries()) {
  CLASSES[letter.charCodeAt(0)] = index + 1;
  CLASSES[letter.toUpperCase().charCodeAt(0)] = index + 1;
}
for (const digit of "0123456789") CLASSES[digit.charCodeAt(0)] = 27;
CLASSES["_".charCodeAt(0)] = 28;
CLASSES["-".charCodeAt(0)] = 29;
for (const sign of ".:/") CLASSES[sign.charCodeAt(0)] = 30;
for (const sign of "=<>$~\"'?&@#%+[](),;\\{}|!") CLASSES[sign.charCodeAt(0)] = 31;

const classOf = (code: number): number => CLASSES[code] as number;

/** Characters of a text that are looked at together, and room for their bytes. */
const PART = 16_384;
const BYTES = new Uint8Array(3 * PART);
const ENCODER = new TextEncoder();
/** Of shorter texts the characters are read faster one by one. */
const SHORT = 24;
/** Stands for a character that no anchor holds. */
const NO_ASCII = 0xc0;

/**
 * Writes a part of a text to `BYTES` and returns their number. Reading bytes that were written in one go is ten
 * times as fast as reading characters, whatever the text's representation. Anchors are ASCII, which is the same
 * in UTF-8.
 */
function readPart(text: string, from: number, length: number): number {
  if (length >= SHORT)
    return ENCODER.encodeInto(length === text.length ? text : text.slice(from, from + length), BYTES).written;
  for (let index = 0; index < length; index += 1) {
    const code = text.charCodeAt(from + index);
    BYTES[index] = code < 128 ? code : NO_ASCII;
  }
  return length;
}

/** UTF-16 units of the character that begins with this byte of UTF-8; 0 for a continuation byte. */
const unitsBegunBy = (byte: number): number => ((byte & 0xc0) === 0x80 ? 0 : byte >= 0xf0 ? 2 : 1);

/** A letter without its case; every other character as it is. */
const lower = (code: number): number => (code >= 65 && code <= 90 ? code + 32 : code);

interface Anchor {
  readonly codes: readonly number[];
  /** Where in the literal the characters end by which it is looked up. */
  readonly end: number;
  readonly owner: number;
}

/** The most common letters. */
const COMMON = /[aeinorst]/;

function rarityOf(character: string): number {
  if (/[a-z]/.test(character)) return COMMON.test(character) ? 0 : 2;
  if (/\d/.test(character)) return -1;
  return /[_.:-]/.test(character) ? 4 : 6;
}

/** The four characters of a literal that ordinary text has least, or all three; undefined if none will do. */
function rarestWindow(
  literal: string,
): { readonly classes: readonly number[]; readonly end: number } | undefined {
  const size = Math.min(WINDOW, literal.length);
  let most = Number.NEGATIVE_INFINITY;
  let best: { classes: readonly number[]; end: number } | undefined;
  for (let end = size; end <= literal.length; end += 1) {
    const characters = Array.from(literal.slice(end - size, end));
    const classes = characters.map((character) => classOf(character.charCodeAt(0)));
    const rarity = characters.reduce((sum, character) => sum + rarityOf(character), 0);
    if (size < 3 || classes.includes(0) || rarity <= most) continue;
    most = rarity;
    best = { classes, end };
  }
  return best;
}

/**
 * Finds many literals in one pass, ignoring case. Looks up four characters at a time in a table, so that the cost
 * does not depend on the number of literals.
 */
export class AnchorIndex {
  /** One bit for every key. */
  readonly #keys = new Uint32Array((MASK + 1) / 32);
  readonly #anchors = new Map<number, Anchor[]>();
  /** The classes of the last characters that were read. */
  #key = 0;

  /** `literals[owner]`: the literals of one owner, in lower case and of three characters or more. */
  constructor(literals: readonly (readonly string[])[]) {
    for (const [owner, list] of literals.entries()) for (const literal of list) this.#add(literal, owner);
  }

  #add(literal: string, owner: number): void {
    const window = rarestWindow(literal);
    if (window === undefined) throw new RangeError(`"${literal}" cannot be an anchor`);
    const codes = Array.from(literal, (character) => character.charCodeAt(0));
    const key = window.classes.reduce((sum, one) => (sum << BITS) | one, 0);
    // Before three characters anything may stand.
    const befores = window.classes.length < WINDOW ? 1 << BITS : 1;
    for (let before = 0; before < befores; before += 1) {
      this.#addKey(key | (before << (3 * BITS)), { codes, end: window.end, owner });
    }
  }

  #addKey(key: number, anchor: Anchor): void {
    this.#keys[key >>> 5] = (this.#keys[key >>> 5] as number) | (1 << (key & 31));
    const known = this.#anchors.get(key);
    if (known) known.push(anchor);
    else this.#anchors.set(key, [anchor]);
  }

  /** Calls `found` for every literal at every place. */
  scan(text: string, found: (owner: number, position: number) => void): void {
    this.#key = 0;
    for (let from = 0; from < text.length; from += PART) {
      const length = Math.min(PART, text.length - from);
      const bytes = readPart(text, from, length);
      let counted = 0;
      let end = from;
      for (let next = this.#next(0, bytes); next <= bytes; next = this.#next(next, bytes)) {
        if (bytes === length) end = from + next;
        else for (; counted < next; counted += 1) end += unitsBegunBy(BYTES[counted] as number);
        this.#verify(text, end, found);
      }
    }
  }

  /** The number of bytes to the end of the next possible anchor; more than there are if none follows. */
  #next(from: number, bytes: number): number {
    const keys = this.#keys;
    let key = this.#key;
    let index = from;
    while (index < bytes) {
      key = ((key << BITS) | (CLASSES[BYTES[index] as number] as number)) & MASK;
      index += 1;
      if (((keys[key >>> 5] as number) & (1 << (key & 31))) !== 0) {
        this.#key = key;
        return index;
      }
    }
    this.#key = key;
    return bytes + 1;
  }

  #verify(text: string, end: number, found: (owner: number, position: number) => void): void {
    const anchors = this.#anchors.get(this.#key) as readonly Anchor[];
    for (let index = 0; index < anchors.length; index += 1) {
      const anchor = anchors[index] as Anchor;
      const position = end - anchor.end;
      if (position >= 0 && standsAt(text, position, anchor.codes)) found(anchor.owner, position);
    }
  }
}

function standsAt(text: string, position: number, codes: readonly number[]): boolean {
  for (let index = 0; index < codes.length; index += 1) {
    if (lower(text.charCodeAt(position + index)) !== codes[index]) return false;
  }
  return true;
}
