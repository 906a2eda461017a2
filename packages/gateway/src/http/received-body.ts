const EMPTY = Buffer.alloc(0);
/** Pieces that are smaller than this on average cost more to keep than to join. */
const LEAST_PIECE_BYTES = 4096;

/** The bytes of a request in the pieces in which they came. They are joined only for somebody who needs them in one. */
export class ReceivedBody {
  readonly length: number;
  #pieces: readonly Buffer[];

  constructor(pieces: readonly Buffer[]) {
    this.length = pieces.reduce((total, { length }) => total + length, 0);
    this.#pieces = pieces;
    if (pieces.length * LEAST_PIECE_BYTES > this.length) this.#join();
  }

  /** All of them. */
  get whole(): Buffer {
    this.#join();
    return this.begin;
  }

  /** What came first. */
  get begin(): Buffer {
    return this.#pieces[0] ?? EMPTY;
  }

  /** The bytes between two offsets; not a copy where they came in one piece. */
  slice(from: number, to: number): Buffer {
    const parts = this.#parts(from, to);
    return parts.length === 1 ? (parts[0] ?? EMPTY) : Buffer.concat(parts);
  }

  /** True if the bytes between two offsets stand in another body too, from its offset `at` on. */
  repeats(
    from: number,
    to: number,
    { other, at }: { readonly other: ReceivedBody; readonly at: number },
  ): boolean {
    if (to > this.length || at + to - from > other.length) return false;
    return areEqual(this.#parts(from, to), other.#parts(at, at + to - from));
  }

  #join(): void {
    if (this.#pieces.length !== 1) this.#pieces = [Buffer.concat(this.#pieces)];
  }

  #parts(from: number, to: number): Buffer[] {
    const parts: Buffer[] = [];
    let start = 0;
    for (const piece of this.#pieces) {
      if (start >= to) break;
      if (start + piece.length > from) parts.push(piece.subarray(Math.max(0, from - start), to - start));
      start += piece.length;
    }
    return parts;
  }
}

/** Compares lists of pieces of the same length in all. */
function areEqual(left: readonly Buffer[], right: readonly Buffer[]): boolean {
  let [at, offset] = [0, 0];
  for (const piece of left) {
    for (let from = 0; from < piece.length; ) {
      const other = right[at] ?? EMPTY;
      const count = Math.min(piece.length - from, other.length - offset);
      if (piece.compare(other, offset, offset + count, from, from + count) !== 0) return false;
      from += count;
      offset += count;
      if (offset === other.length) [at, offset] = [at + 1, 0];
    }
  }
  return true;
}
