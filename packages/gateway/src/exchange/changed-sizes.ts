const MAX_KEPT = 1024;
/** A size is believed a little less each time that somebody keeps away from it. */
const DOUBT = 1.1;

/** Remembers from which size on requests had to change, so that they are not sent ahead in vain. */
export class ChangedSizes {
  /** Least recently changed first. */
  readonly #sizes = new Map<string, number>();

  changed(key: string, size: number): void {
    const known = this.#sizes.get(key) ?? size;
    this.#sizes.delete(key);
    this.#sizes.set(key, Math.min(known, size));
    for (const oldest of this.#sizes.keys()) {
      if (this.#sizes.size <= MAX_KEPT) break;
      this.#sizes.delete(oldest);
    }
  }

  /** True if a request of this size is likely to change. */
  isLikely(key: string, size: number): boolean {
    const known = this.#sizes.get(key);
    if (known === undefined || size < known) return false;
    this.#sizes.set(key, known * DOUBT);
    return true;
  }
}
