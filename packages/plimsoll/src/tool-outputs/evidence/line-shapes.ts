const SLOTS = 1 << 17;
const MAX_SHAPES = 80_000;

/** Counts lines by a hash of their shape in fixed memory; once full, new shapes count as never seen. */
export class LineShapes {
  readonly #hashes = new Int32Array(SLOTS);
  readonly #counts = new Uint32Array(SLOTS);
  #size = 0;

  /** Counts the shape and returns how often it was seen before. */
  add(hash: number): number {
    const slot = this.#slot(hash);
    const before = this.#counts[slot] ?? 0;
    if (before === 0) {
      if (this.#size >= MAX_SHAPES) return 0;
      this.#size += 1;
      this.#hashes[slot] = hash;
    }
    this.#counts[slot] = before + 1;
    return before;
  }

  countOf(hash: number): number {
    return this.#counts[this.#slot(hash)] ?? 0;
  }

  #slot(hash: number): number {
    let slot = (Math.imul(hash, 0x9e3779b1) >>> 15) & (SLOTS - 1);
    while (this.#counts[slot] !== 0 && this.#hashes[slot] !== hash) slot = (slot + 1) & (SLOTS - 1);
    return slot;
  }
}
