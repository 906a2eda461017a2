/** Texts shorter than this are cheaper to count than to look up. */
const SHORTEST_CACHED = 16;

const DEFAULT_CACHED_CHARACTERS = 16_000_000;

/**
 * Token counts by text, bounded by the characters of all texts together; the least recently used goes first. While the
 * cache is less than half full, nothing is close to going, and no use is noted.
 */
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
      if (this.#characters > this.#maxCharacters / 2) this.#renew(text, known);
      return known;
    }
    const counted = count(text);
    this.#add(text, counted);
    return counted;
  }

  /** The count of `text` where it is cached. */
  known(text: string): number | undefined {
    return this.#counts.get(text);
  }

  /** Takes note of a count that was found elsewhere. */
  remember(text: string, tokens: number): void {
    if (text.length < SHORTEST_CACHED || text.length > this.#maxCharacters || this.#counts.has(text)) return;
    this.#add(text, tokens);
  }

  #add(text: string, tokens: number): void {
    this.#counts.set(text, tokens);
    this.#characters += text.length;
    this.#evict();
  }

  #renew(text: string, tokens: number): void {
    this.#counts.delete(text);
    this.#counts.set(text, tokens);
  }

  #evict(): void {
    for (const oldest of this.#counts.keys()) {
      if (this.#characters <= this.#maxCharacters) return;
      this.#counts.delete(oldest);
      this.#characters -= oldest.length;
    }
  }
}
