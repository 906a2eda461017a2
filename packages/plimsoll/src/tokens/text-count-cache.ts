/** Texts shorter than this are cheaper to count than to look up. */
const SHORTEST_CACHED = 16;

const DEFAULT_CACHED_CHARACTERS = 64_000_000;

/** Token counts by text, bounded by the characters of all texts together; the least recently used goes first. */
export class TextCountCache {
  readonly #counts = new Map<string, number>();
  readonly #maxCharacters: number;
  #characters = 0;

  constructor(maxCharacters: number = DEFAULT_CACHED_CHARACTERS) {
    this.#maxCharacters = maxCharacters;
  }

  /** Characters of all cached texts. */
  get characters(): number {
    return this.#characters;
  }

  /** The count of `text`, from `count` where it is not cached yet. */
  count(text: string, count: (text: string) => number): number {
    if (text.length < SHORTEST_CACHED || text.length > this.#maxCharacters) return count(text);
    const known = this.#counts.get(text);
    if (known !== undefined) {
      this.#counts.delete(text);
      this.#counts.set(text, known);
      return known;
    }
    const counted = count(text);
    this.#counts.set(text, counted);
    this.#characters += text.length;
    this.#evict();
    return counted;
  }

  #evict(): void {
    for (const oldest of this.#counts.keys()) {
      if (this.#characters <= this.#maxCharacters) return;
      this.#counts.delete(oldest);
      this.#characters -= oldest.length;
    }
  }
}
