import { sha256 } from "../text/sha256.js";

/** Shorter texts are looked through as fast as they are looked up. */
const SHORTEST_KEPT = 128;
const DEFAULT_TEXTS = 16_384;
/** A digest is not shorter than these. */
const KEPT_AS_THEY_ARE = 64;

/** Remembers the newest texts without secrets, by their digests, so that it keeps no text alive. */
export class CleanTexts {
  readonly #maxTexts: number;
  readonly #shortestKept: number;
  #newer = new Set<string>();
  #older = new Set<string>();

  constructor(maxTexts: number = DEFAULT_TEXTS, shortestKept: number = SHORTEST_KEPT) {
    this.#maxTexts = maxTexts;
    this.#shortestKept = shortestKept;
  }

  has(text: string): boolean {
    if (text.length < this.#shortestKept) return false;
    const key = keyOf(text);
    return this.#newer.has(key) || this.#older.has(key);
  }

  add(text: string): void {
    if (text.length < this.#shortestKept) return;
    if (this.#newer.size >= this.#maxTexts / 2) {
      this.#older = this.#newer;
      this.#newer = new Set();
    }
    this.#newer.add(keyOf(text));
  }
}

const keyOf = (text: string): string => (text.length <= KEPT_AS_THEY_ARE ? text : sha256(text));
