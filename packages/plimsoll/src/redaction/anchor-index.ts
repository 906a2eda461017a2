/**
 * Characters are told apart only roughly while a text is walked: letters without their case, digits as one, signs in few
 * classes. Three of them are a key of fifteen bits, and the table of keys fits the nearest cache.
 */
const BITS = 5;
const MASK = (1 << (3 * BITS)) - 1;
const CLASSES = new Uint8Array(65_536);
for (const [index, letter] of Array.from("abcdefghijklmnopqrstuvwxyz").entries()) {
  CLASSES[letter.charCodeAt(0)] = index + 1;
  CLASSES[letter.toUpperCase().charCodeAt(0)] = index + 1;
}
for (const digit of "0123456789") CLASSES[digit.charCodeAt(0)] = 27;
CLASSES["_".charCodeAt(0)] = 28;
CLASSES["-".charCodeAt(0)] = 29;
for (const sign of ".:/") CLASSES[sign.charCodeAt(0)] = 30;
for (const sign of "=<>$~\"'?&@#%+[](),;\\{}|! ") CLASSES[sign.charCodeAt(0)] = 31;

const classOf = (code: number): number => CLASSES[code] as number;

/** A letter without its case; every other character as it is. */
const lower = (code: number): number => (code >= 65 && code <= 90 ? code + 32 : code);

interface Anchor {
  readonly codes: readonly number[];
  /** Where in the literal the three characters stand by which it is looked up. */
  readonly offset: number;
  readonly owner: number;
}

/** Letters that words are mostly made of. */
const COMMON = /[aeinorst]/;

/** The three characters of a literal that ordinary text has least. */
function rarestOffset(literal: string): number {
  let best = 0;
  let most = -1;
  for (let offset = 0; offset + 3 <= literal.length; offset += 1) {
    let rarity = 0;
    for (const character of literal.slice(offset, offset + 3)) {
      rarity += /[a-z]/.test(character) ? (COMMON.test(character) ? 0 : 1) : 2;
    }
    if (rarity > most) [best, most] = [offset, rarity];
  }
  return best;
}

/**
 * Finds many literals in one walk, in any case of letters. Three characters at a time are looked up in a table, so that
 * the cost of a text does not depend on how many literals there are.
 */
export class AnchorIndex {
  /** One bit for every key. */
  readonly #keys = new Uint32Array((MASK + 1) / 32);
  readonly #anchors = new Map<number, Anchor[]>();

  /** `literals[owner]`: the literals of one owner, in lower case and of three characters or more. */
  constructor(literals: readonly (readonly string[])[]) {
    for (const [owner, list] of literals.entries()) for (const literal of list) this.#add(literal, owner);
  }

  #add(literal: string, owner: number): void {
    const codes = Array.from(literal, (character) => character.charCodeAt(0));
    const offset = rarestOffset(literal);
    const [first = 0, second = 0, third = 0] = codes.slice(offset).map(classOf);
    if (codes.length < 3 || first * second * third === 0)
      throw new RangeError(`"${literal}" cannot be an anchor`);
    const key = (first << (2 * BITS)) | (second << BITS) | third;
    this.#keys[key >>> 5] = (this.#keys[key >>> 5] as number) | (1 << (key & 31));
    this.#anchors.set(key, [...(this.#anchors.get(key) ?? []), { codes, offset, owner }]);
  }

  /** Calls `found` for every literal at every place. */
  scan(text: string, found: (owner: number, position: number) => void): void {
    const keys = this.#keys;
    const { length } = text;
    let key = 0;
    for (let index = 0; index < length; index += 1) {
      key = ((key << BITS) | (CLASSES[text.charCodeAt(index)] as number)) & MASK;
      if (((keys[key >>> 5] as number) & (1 << (key & 31))) !== 0)
        this.#verify(text, { end: index + 1, key, found });
    }
  }

  #verify(
    text: string,
    {
      end,
      key,
      found,
    }: {
      readonly end: number;
      readonly key: number;
      readonly found: (owner: number, position: number) => void;
    },
  ): void {
    for (const { codes, offset, owner } of this.#anchors.get(key) ?? []) {
      const position = end - 3 - offset;
      if (position < 0) continue;
      let length = 0;
      while (length < codes.length && lower(text.charCodeAt(position + length)) === codes[length])
        length += 1;
      if (length === codes.length) found(owner, position);
    }
  }
}
