import { standsAlone } from "./stands-alone.js";

const WORD = /[\p{L}\p{N}_]+/gu;

/**
 * Texts in order, to be asked whether a string stands in them and where first. Most strings that are not there are
 * refused by their words alone, so that asking for many costs little.
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

  /** True if the string stands in one of the first `count` texts, not as a part of a longer word. */
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

/** The words of a string that are whole words wherever it stands alone. */
function wordsOf(string: string): string[] {
  return [...string.matchAll(WORD)].map(([word]) => word);
}
