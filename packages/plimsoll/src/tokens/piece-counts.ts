import type { PieceText } from "./piece-text.js";

/** The number of remembered pieces; a full table takes about 3 MB. */
const MOST_PIECES = 65_536;
const SLOTS: number = 4 * MOST_PIECES;
const LAST_SLOT: number = SLOTS - 1;
const MOST_CHARACTERS: number = 12 * MOST_PIECES;

/** A longer piece is rare, and not remembered. */
const LONGEST_PIECE = 48;

/** A text made to collide is counted without the table rather than looked for in it. */
const MOST_PROBES = 16;

const HASH_START = 0x811c9dc5 | 0;
const HASH_FACTOR = 0x01000193;
const HASH_FOLD = 15;

/**
 * The token counts of text pieces, looked up in place, so that a known piece is never cut out of its text. Holds
 * copies and keeps no text alive. Starts over when it is full.
 */
export class PieceCounts {
  readonly #count: (piece: string) => number;
  /** The number of a piece, from 1, by hash. */
  readonly #slots = new Int32Array(SLOTS);
  readonly #hashes = new Int32Array(MOST_PIECES + 1);
  readonly #starts = new Int32Array(MOST_PIECES + 1);
  readonly #lengths = new Uint8Array(MOST_PIECES + 1);
  readonly #tokens = new Uint8Array(MOST_PIECES + 1);
  readonly #characters = new Uint16Array(MOST_CHARACTERS);
  #pieces = 0;
  #end = 0;

  /** `count` counts the tokens of an unknown piece. */
  constructor(count: (piece: string) => number) {
    this.#count = count;
  }

  /** The tokens of `text` from `start` to `end`, which is one piece. */
  tokens(text: PieceText, start: number, end: number): number {
    if (end - start > LONGEST_PIECE) return this.#count(text.text.slice(start, end));
    const { codes } = text;
    let hash = HASH_START;
    for (let index = start; index < end; index++) {
      hash = Math.imul(hash ^ (codes[index] ?? 0), HASH_FACTOR);
    }
    hash ^= hash >>> HASH_FOLD;
    for (let probe = 0; probe < MOST_PROBES; probe++) {
      const slot = (hash + probe) & LAST_SLOT;
      const piece = this.#slots[slot] ?? 0;
      if (piece === 0) return this.#add(text.text.slice(start, end), hash, slot);
      if (this.#hashes[piece] === hash && this.#endsAt(piece, codes, start) === end) {
        return this.#tokens[piece] ?? 0;
      }
    }
    return this.#count(text.text.slice(start, end));
  }

  /** The end of the remembered piece in the text if it begins at `start`; otherwise -1. */
  #endsAt(piece: number, codes: Uint16Array, start: number): number {
    const first = this.#starts[piece] ?? 0;
    const length = this.#lengths[piece] ?? 0;
    for (let index = 0; index < length; index++) {
      if (this.#characters[first + index] !== codes[start + index]) return -1;
    }
    return start + length;
  }

  #add(piece: string, hash: number, slot: number): number {
    const tokens = this.#count(piece);
    if (this.#pieces === MOST_PIECES || this.#end + piece.length > MOST_CHARACTERS) this.#forget();
    this.#pieces += 1;
    this.#slots[slot] = this.#pieces;
    this.#hashes[this.#pieces] = hash;
    this.#tokens[this.#pieces] = tokens;
    this.#starts[this.#pieces] = this.#end;
    for (let index = 0; index < piece.length; index++) {
      this.#characters[this.#end + index] = piece.charCodeAt(index);
    }
    this.#end += piece.length;
    this.#lengths[this.#pieces] = piece.length;
    return tokens;
  }

  #forget(): void {
    this.#slots.fill(0);
    this.#pieces = 0;
    this.#end = 0;
  }
}
