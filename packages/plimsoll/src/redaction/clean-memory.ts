import { needsTwoBytes, ownText } from "../text/own-text.js";
import { CleanTexts } from "./clean-texts.js";

/** So long are the words that come again and again: types, roles, names, the terms of events. */
const WORD_CHARACTERS = 48;
const WORDS = 8_192;

/** Remembers texts without secrets, the short ones apart: many texts must not displace them. */
export class CleanMemory {
  readonly #texts = new CleanTexts();
  readonly #words = new CleanTexts(WORDS, 0);

  has(text: string): boolean {
    return text.length > WORD_CHARACTERS ? this.#texts.has(text) : this.#words.has(text);
  }

  add(text: string): void {
    if (text.length > WORD_CHARACTERS) this.#texts.add(text);
    else if (!needsTwoBytes(text)) this.#words.add(ownText(text));
  }
}
