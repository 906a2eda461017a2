import type { Piece } from "./piece.js";

const DEFAULT_LIMIT = 2_000;

/** Keeps the most valuable pieces of any number of them, in bounded memory; of equal ones the earlier. */
export class PieceCollector {
  readonly #limit: number;
  #pieces: Piece[] = [];
  #threshold = Number.NEGATIVE_INFINITY;

  constructor(limit: number = DEFAULT_LIMIT) {
    this.#limit = limit;
  }

  /** False if a piece of this value would be dropped again, so that its text need not be built. */
  accepts(value: number): boolean {
    return value > this.#threshold;
  }

  add(piece: Piece): void {
    if (!this.accepts(piece.value)) return;
    this.#pieces.push(piece);
    if (this.#pieces.length >= this.#limit * 2) this.#shrink();
  }

  pieces(): readonly Piece[] {
    if (this.#pieces.length > this.#limit) this.#shrink();
    return this.#pieces;
  }

  #shrink(): void {
    this.#pieces.sort(byValue);
    this.#pieces.length = this.#limit;
    this.#threshold = this.#pieces[this.#limit - 1]?.value ?? this.#threshold;
  }
}

export function byValue(left: Piece, right: Piece): number {
  return right.value - left.value || left.order - right.order;
}
