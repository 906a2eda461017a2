import type { Candidates } from "./candidates.js";
import { TERM_KIND } from "./term-table.js";
import { WEIGHTS } from "./weights.js";

const MAX_REPETITIONS = 32;

const REPETITION_FACTORS = Float64Array.from(
  { length: MAX_REPETITIONS + 1 },
  (_, times) => WEIGHTS.repetition ** times,
);

/** Which terms the chosen units hold already, and so what one more unit would add. */
export class Coverage {
  readonly #candidates: Candidates;
  /** Share of each exact term that is still to be had. */
  readonly #open: Float32Array;
  /** How often a word was chosen, by quarter. */
  readonly #repetitions: Uint8Array;

  constructor(candidates: Candidates) {
    this.#candidates = candidates;
    this.#open = new Float32Array(candidates.termValues.length).fill(1);
    this.#repetitions = new Uint8Array(4 * candidates.termValues.length);
    for (const [term, kept] of candidates.termKept.entries()) if (kept === 1) this.#open[term] = WEIGHTS.kept;
  }

  /** The value that a unit would add. Never grows while units are added. */
  gain(unit: number): number {
    const { terms, termStarts, termKinds, termValues, rich, quarters, weights } = this.#candidates;
    const poor = rich[unit] === 1 ? 0 : 1 - WEIGHTS.unbound;
    const quarter = quarters[unit] ?? 0;
    const end = termStarts[unit + 1] ?? 0;
    let sum = 0;
    for (let at = termStarts[unit] ?? 0; at < end; at++) {
      const term = terms[at] ?? 0;
      const value = termValues[term] ?? 0;
      const kind = termKinds[term];
      const open = this.#open[term] ?? 0;
      if (kind === TERM_KIND.word) {
        sum += value * open * (REPETITION_FACTORS[this.#repetitions[4 * term + quarter] ?? 0] ?? 0);
      } else if (kind === TERM_KIND.line) sum += value * open;
      else if (open > poor) sum += value * (open - poor);
    }
    return sum * (weights[unit] ?? 1);
  }

  add(unit: number): void {
    const { terms, termStarts, termKinds, rich, quarters } = this.#candidates;
    const left = rich[unit] === 1 ? 0 : 1 - WEIGHTS.unbound;
    const quarter = quarters[unit] ?? 0;
    const end = termStarts[unit + 1] ?? 0;
    for (let at = termStarts[unit] ?? 0; at < end; at++) {
      const term = terms[at] ?? 0;
      const kind = termKinds[term];
      if (kind === TERM_KIND.word) {
        const slot = 4 * term + quarter;
        this.#repetitions[slot] = Math.min(MAX_REPETITIONS, (this.#repetitions[slot] ?? 0) + 1);
      } else this.#open[term] = kind === TERM_KIND.line ? 0 : Math.min(this.#open[term] ?? 0, left);
    }
  }
}
