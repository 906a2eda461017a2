import type { TextCounter, TokenSeams } from "../../tokens/token-seams.js";

/** Counts pieces and their joints: each text once, and no text whose size follows from its parts. */
export class PieceCounter {
  readonly #seams: TokenSeams | undefined;
  readonly #countOnce: (text: string) => number;
  readonly #counts = new Map<string, number>();

  constructor(counter: TextCounter) {
    this.#seams = counter.seams;
    this.#countOnce = (text) => counter.countOnce?.(text) ?? counter.count(text);
  }

  count(text: string): number {
    let tokens = this.#counts.get(text);
    if (tokens === undefined) {
      tokens = text === "" ? 0 : this.#countOnce(text);
      this.#counts.set(text, tokens);
    }
    return tokens;
  }

  /** True only if the text certainly has more than `limit` tokens; nothing is counted. */
  surelyExceeds(text: string, limit: number): boolean {
    return (this.#seams?.atLeast(text, Math.max(0, limit)) ?? 0) > limit;
  }

  /** The tokens of a counted line together with its end. */
  countEnded(line: string, end: string): number {
    const [rest, last] = [line.slice(0, -1), line.slice(-1)];
    const isApart = this.#seams?.addUp([rest, last]) === true && this.#seams.addUp([rest, last + end]);
    if (!isApart) return this.count(line + end);
    const tokens = this.count(line) - this.count(last) + this.count(last + end);
    this.#counts.set(line + end, tokens);
    return tokens;
  }

  /** The tokens of the parts joined. */
  countJoined(parts: readonly string[]): number {
    if (this.#seams?.addUp(parts) !== true) return this.count(parts.join(""));
    return parts.reduce((sum, part) => sum + this.count(part), 0);
  }
}
