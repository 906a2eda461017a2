import { sha256 } from "../text/sha256.js";

/** Texts shorter than this are cheaper to count than to look up. */
const SHORTEST_CACHED = 16;
/** A text of this length or more is cached under its digest, so that the cache does not keep it alive. */
const SHORTEST_DIGESTED = 512;

/** The digest of the last text is remembered, as it is asked for several times in a row; a longer text is not kept alive for that. */
const LONGEST_REMEMBERED = 100_000;

const DIGEST_MARK = "\0sha256 ";

const DEFAULT_CACHED_CHARACTERS = 2_000_000;

/**
 * Token counts by text, bounded by the characters that are held together; the least recently used goes first. While the
 * cache is less than half full, nothing is close to going, and no use is noted.
 */
export class TextCountCache {
  readonly #counts = new Map<string, number>();
  readonly #maxCharacters: number;
  #characters = 0;
  #lastText = "";
  #lastKey = "";

  constructor(maxCharacters: number = DEFAULT_CACHED_CHARACTERS) {
    this.#maxCharacters = maxCharacters;
  }

  /** Characters of all texts and digests that are held. */
  get characters(): number {
    return this.#characters;
  }

  /** The count of `text`; calls `count` if it is not cached yet. */
  count(text: string, count: (text: string) => number): number {
    if (text.length < SHORTEST_CACHED) return count(text);
    const key = this.#keyOf(text);
    const known = this.#counts.get(key);
    if (known !== undefined) {
      if (this.#characters > this.#maxCharacters / 2) this.#renew(key, known);
      return known;
    }
    const counted = count(text);
    this.#add(key, counted);
    return counted;
  }

  /** The count of `text` if it is cached. */
  known(text: string): number | undefined {
    return this.#counts.get(this.#keyOf(text));
  }

  /** Takes note of a count that was found elsewhere. */
  remember(text: string, tokens: number): void {
    if (text.length < SHORTEST_CACHED) return;
    const key = this.#keyOf(text);
    if (!this.#counts.has(key)) this.#add(key, tokens);
  }

  #add(key: string, tokens: number): void {
    if (key.length > this.#maxCharacters) return;
    this.#counts.set(key, tokens);
    this.#characters += key.length;
    this.#evict();
  }

  #renew(key: string, tokens: number): void {
    this.#counts.delete(key);
    this.#counts.set(key, tokens);
  }

  #evict(): void {
    for (const oldest of this.#counts.keys()) {
      if (this.#characters <= this.#maxCharacters) return;
      this.#counts.delete(oldest);
      this.#characters -= oldest.length;
    }
  }

  /** No text can collide with the digest of another: a text that begins like a digest is digested too. */
  #keyOf(text: string): string {
    if (text.length < SHORTEST_DIGESTED && !text.startsWith(DIGEST_MARK)) return text;
    if (text === this.#lastText) return this.#lastKey;
    const key = `${DIGEST_MARK}${sha256(text)}`;
    if (text.length <= LONGEST_REMEMBERED) [this.#lastText, this.#lastKey] = [text, key];
    return key;
  }
}
