import { sha256 } from "../conversation/sha256.js";

/** Shorter texts are looked through as fast as they are looked up. */
const SHORTEST_KEPT = 128;
const DEFAULT_TEXTS = 16_384;

/**
 * Remembers texts in which nothing secret was found, the newest of them. By their digests: a text that nobody else needs
 * any more is not kept alive for this.
 */
export class CleanTexts {
  readonly #maxTexts: number;
  #newer = new Set<string>();
  #older = new Set<string>();

  constructor(maxTexts: number = DEFAULT_TEXTS) {
    this.#maxTexts = maxTexts;
  }

  has(text: string): boolean {
    if (text.length < SHORTEST_KEPT) return false;
    const digest = sha256(text);
    return this.#newer.has(digest) || this.#older.has(digest);
  }

  add(text: string): void {
    if (text.length < SHORTEST_KEPT) return;
    if (this.#newer.size >= this.#maxTexts / 2) {
      this.#older = this.#newer;
      this.#newer = new Set();
    }
    this.#newer.add(sha256(text));
  }
}
