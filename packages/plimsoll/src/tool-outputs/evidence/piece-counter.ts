import type { TextCounter } from "../../tokens/token-seams.js";

/** Counts pieces and what they are joined to: each text once, and no text whose parts tell its size. */
export class PieceCounter {
  readonly #counter: TextCounter;
  readonly #counts = new Map<string, number>();

  constructor(counter: TextCounter) {
    this.#counter = counter;
  }

  count(text: string): number {
    let tokens = this.#counts.get(text);
    if (tokens === undefined) {
      tokens = this.#counter.count(text);
      this.#counts.set(text, tokens);
    }
    return tokens;
  }

  /** True only if the text certainly has more than `limit` tokens; nothing is counted. */
  surelyExceeds(text: string, limit: number): boolean {
    return (this.#counter.seams?.atLeast(text, Math.max(0, limit)) ?? 0) > limit;
  }

  /** The tokens of the parts joined. */
  countJoined(parts: readonly string[]): number {
    if (this.#counter.seams?.addUp(parts) !== true) return this.count(parts.join(""));
    return parts.reduce((sum, part) => sum + this.count(part), 0);
  }
}
