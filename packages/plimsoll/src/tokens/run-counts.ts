/** So many pieces of a kind are counted, and then one of so many. */
const FIRST_PIECES = 32;
const ONE_OF = 64;

const LOWER = 0;
const UPPER = 1;
const SIGN = 2;
const TWO_BYTES = 3;
const WIDE = 4;
const MIXED = 5;
const CLASSES = 5;
/** The share of a class that makes a piece one of that class. */
const MOST = 0.75;

const PAIR_SLOTS = 4_096;
const PAIR_FACTOR = 31;

interface Kind {
  pieces: number;
  characters: number;
  tokens: number;
}

/**
 * The tokens of the pieces of one unbroken run, such as a line of a million letters. The first pieces of each kind are counted,
 * then one of many; what lies between has as many tokens for a character as its kind. Kinds differ in their characters and in
 * how many different pairs of them there are, so that a run of one letter says nothing of one of random letters.
 */
export class RunCounts {
  readonly #count: (piece: string) => number;
  readonly #kinds = new Map<number, Kind>();
  /** The piece in which a pair was seen last. */
  readonly #pairs = new Int32Array(PAIR_SLOTS);
  #pieces = 0;

  constructor(count: (piece: string) => number) {
    this.#count = count;
  }

  /** The tokens of the next piece, not always a whole number. */
  tokens(piece: string): number {
    const kind = this.#kindOf(piece);
    kind.pieces += 1;
    if (kind.pieces > FIRST_PIECES && kind.pieces % ONE_OF !== 0)
      return (piece.length * kind.tokens) / kind.characters;
    const tokens = this.#count(piece);
    kind.characters += piece.length;
    kind.tokens += tokens;
    return tokens;
  }

  #kindOf(piece: string): Kind {
    this.#pieces += 1;
    const classes = new Uint32Array(CLASSES);
    let different = 0;
    let before = 0;
    for (let index = 0; index < piece.length; index++) {
      const code = piece.charCodeAt(index);
      const kind = classOf(code);
      classes[kind] = (classes[kind] ?? 0) + 1;
      const slot = (Math.imul(before, PAIR_FACTOR) + code) & (PAIR_SLOTS - 1);
      if (this.#pairs[slot] !== this.#pieces) different += 1;
      this.#pairs[slot] = this.#pieces;
      before = code;
    }
    const main = classes.findIndex((count) => count >= piece.length * MOST);
    const number = 32 - Math.clz32(different) + 16 * (main === -1 ? MIXED : main);
    let kind = this.#kinds.get(number);
    if (kind === undefined) {
      kind = { pieces: 0, characters: 0, tokens: 0 };
      this.#kinds.set(number, kind);
    }
    return kind;
  }
}

function classOf(code: number): number {
  if (code >= 0x61 && code <= 0x7a) return LOWER;
  if (code >= 0x41 && code <= 0x5a) return UPPER;
  if (code < 0x80) return SIGN;
  return code < 0x800 ? TWO_BYTES : WIDE;
}
