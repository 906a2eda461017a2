const LEAST_SLOTS_BITS = 6;
const MOST_SLOTS_BITS = 17;
const MAX_SHAPES = 80_000;
/** Slots that are looked at for one shape: lines made to collide cost no more than others. */
const MAX_PROBES = 128;

/** Counts lines by a hash of their shape in fixed memory; once full, new shapes count as never seen. */
export class LineShapes {
  readonly #hashes: Int32Array;
  readonly #counts: Uint32Array;
  readonly #shift: number;
  #size = 0;

  /** @param lines How many lines will be counted at most. */
  constructor(lines: number) {
    const wanted = Math.ceil(Math.log2(Math.max(1, lines) * 2));
    const bits = Math.min(MOST_SLOTS_BITS, Math.max(LEAST_SLOTS_BITS, wanted));
    this.#shift = 32 - bits;
    this.#hashes = new Int32Array(2 ** bits);
    this.#counts = new Uint32Array(2 ** bits);
  }

  /** Counts the shape and returns how often it was seen before. */
  add(hash: number): number {
    const slot = this.#slot(hash | 0);
    if (slot === -1) return 0;
    const before = this.#counts[slot] ?? 0;
    if (before === 0) {
      if (this.#size >= MAX_SHAPES) return 0;
      this.#size += 1;
      this.#hashes[slot] = hash | 0;
    }
    this.#counts[slot] = before + 1;
    return before;
  }

  countOf(hash: number): number {
    return this.#counts[this.#slot(hash | 0)] ?? 0;
  }

  /** Where this signed 32-bit hash stands or would stand; -1 if others are in its way. */
  #slot(hash: number): number {
    const mask = this.#counts.length - 1;
    let slot = Math.imul(hash, 0x9e3779b1) >>> this.#shift;
    for (let probe = 0; probe < MAX_PROBES; probe += 1) {
      if (this.#counts[slot] === 0 || this.#hashes[slot] === hash) return slot;
      slot = (slot + 1) & mask;
    }
    return -1;
  }
}
