import { standsAlone } from "./stands-alone.js";

const WORD = /[\p{L}\p{N}_]+/gu;

/**
 * Texts in order, with a search for a string and its first position. The words of a missing string usually refuse
 * it at once, so that many searches cost little.
 */
export class TextIndex {
  readonly text: string;
  readonly #starts: number[] = [];
  /** The number of the first text with a word. */
  readonly #firstWith = new Map<string, number>();

  constructor(texts: readonly string[]) {
    let length = 0;
    for (const [number, text] of texts.entries()) {
      this.#starts.push(length);
      length += text.length + 1;
      for (const [word] of text.matchAll(WORD)) {
        if (!this.#firstWith.has(word)) this.#firstWith.set(word, number);
      }
    }
    this.text = texts.join("\n");
  }

  /** True if one of the first `count` texts contains the string, not as part of a longer word. */
  has(string: string, count: number = this.#starts.length): boolean {
    if (count <= 0) return false;
    const inner = wordsOf(string);
    if (inner.some((word) => (this.#firstWith.get(word) ?? count) >= count)) return false;
    const end = this.#starts[count] ?? this.text.length;
    for (let at = this.text.indexOf(string); at !== -1; at = this.text.indexOf(string, at + 1)) {
      if (at + string.length > end) return false;
      if (standsAlone(this.text, at, string.length)) return true;
    }
    return false;
  }
}

/** The words of a string that are whole words wherever it occurs alone. */
function wordsOf(string: string): string[] {
  return [...string.matchAll(WORD)].map(([word]) => word);
}
