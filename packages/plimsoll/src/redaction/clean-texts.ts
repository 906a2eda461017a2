/** Shorter texts are looked through as fast as they are looked up. */
const SHORTEST_KEPT = 128;
const DEFAULT_CHARACTERS = 16_000_000;

/** Remembers texts in which nothing secret was found, the newest of them, bounded by their characters together. */
export class CleanTexts {
  readonly #maxCharacters: number;
  readonly #shortestKept: number;
  #newer = new Set<string>();
  #older = new Set<string>();
  #newerCharacters = 0;

  constructor(maxCharacters: number = DEFAULT_CHARACTERS, shortestKept: number = SHORTEST_KEPT) {
    this.#maxCharacters = maxCharacters;
    this.#shortestKept = shortestKept;
  }

  has(text: string): boolean {
    return text.length >= this.#shortestKept && (this.#newer.has(text) || this.#older.has(text));
  }

  add(text: string): void {
    const half = this.#maxCharacters / 2;
    if (text.length < this.#shortestKept || text.length > half || this.#newer.has(text)) return;
    if (this.#newerCharacters + text.length > half) {
      this.#older = this.#newer;
      this.#newer = new Set();
      this.#newerCharacters = 0;
    }
    this.#newer.add(text);
    this.#newerCharacters += text.length;
  }
}
