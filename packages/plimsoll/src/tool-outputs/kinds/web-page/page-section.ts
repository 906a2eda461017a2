import { PieceCollector } from "../../evidence/piece-collector.js";
import type { Piece } from "../../evidence/piece.js";

const MAX_SEEN = 20_000;

/** The blocks of a page, or of a part of it that may be navigation. */
export class PageSection {
  terms = 0;
  headings = 0;
  /** Characters of its text, and how many of them are links. */
  characters = 0;
  linked = 0;
  readonly #collector = new PieceCollector();
  readonly #seen = new Set<string>();

  /** False for a text that this section has already: a table of contents has the headings of another. */
  isNew(text: string): boolean {
    if (this.#seen.has(text)) return false;
    if (this.#seen.size < MAX_SEEN) this.#seen.add(text);
    return true;
  }

  add(piece: Piece): void {
    this.#collector.add(piece);
  }

  pieces(): readonly Piece[] {
    return this.#collector.pieces();
  }

  /** Takes over the blocks of another section; `demotion` is what they lose of their value. */
  absorb(other: PageSection, demotion: number = 0): void {
    for (const piece of other.pieces()) this.add({ ...piece, value: piece.value - demotion });
    this.terms += other.terms;
    this.headings += other.headings;
    this.characters += other.characters;
    this.linked += other.linked;
  }

  /** The share of its text that is not in links: low for menus and lists of pages. */
  get told(): number {
    return this.characters === 0 ? 0 : 1 - this.linked / this.characters;
  }
}
