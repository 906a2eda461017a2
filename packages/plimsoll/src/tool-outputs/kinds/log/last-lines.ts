import { cutText } from "../../evidence/cut-text.js";
import type { Piece } from "../../evidence/piece.js";
import { LINE_VALUES } from "./score-line.js";

const MOST_LINES = 12;
const PRINTED_CHARACTERS = 300;

/** The last lines of a run, which say how it ended. */
export class LastLines {
  #lines: Piece[] = [];

  keep(order: number, cleaned: string): void {
    this.#lines.push({ order, text: cutText(cleaned, PRINTED_CHARACTERS), value: 0, lines: 1 });
    if (this.#lines.length >= MOST_LINES * 4) this.#lines = this.#lines.slice(-MOST_LINES);
  }

  pieces(): readonly Piece[] {
    const last = this.#lines.slice(-MOST_LINES).filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
    return last.map((piece, index) => {
      const left = last.length - index;
      return { ...piece, value: left <= 2 ? LINE_VALUES.summary : LINE_VALUES.edge - left };
    });
  }
}
