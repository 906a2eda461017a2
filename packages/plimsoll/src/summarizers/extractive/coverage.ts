import type { Candidates } from "./candidates.js";
import { TERM_KIND } from "./term-table.js";
import { WEIGHTS } from "./weights.js";

const MAX_REPETITIONS = 32;

const REPETITION_FACTORS = Float64Array.from(
  { length: MAX_REPETITIONS + 1 },
  (_, times) => WEIGHTS.repetition ** times,
);

/** The maximum characters of two neighbours so that a word of one still describes the other. */
const REACH = 300;

/** The terms that the chosen units already cover, and so what one more unit would add. */
export class Coverage {
  readonly #candidates: Candidates;
  /** Share of each exact term that is still to be had. */
  readonly #open: Float32Array;
  /** How often a word was chosen, by quarter. */
  readonly #repetitions: Uint8Array;
  readonly #added: Uint8Array;
  /** 1 for an origin whose heading is there. */
  readonly #opened: Uint8Array;

  constructor(candidates: Candidates) {
    this.#candidates = candidates;
    this.#open = candidates.termShares.slice();
    this.#repetitions = new Uint8Array(4 * candidates.termValues.length);
    this.#added = new Uint8Array(candidates.units.length);
    this.#opened = new Uint8Array(candidates.origins.units.length);
  }

  /** The value that a unit would add. Grows while units are added only where a neighbour is added. */
  gain(unit: number): number {
    const { terms, termStarts, termKinds, termValues, quarters, weights, standingOut } = this.#candidates;
    const rare = this.#rareAt(unit);
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
      } else sum += value * Math.max(0, open - (kind === TERM_KIND.line ? 0 : this.#left(term, unit, rare)));
    }
    const claimed = this.#claimed(unit, unit - 1) + this.#claimed(unit, unit + 1);
    const own = WEIGHTS.standingOut * (standingOut[unit] ?? 0);
    return (sum + own + claimed + this.#headingGain(unit)) * (weights[unit] ?? 1);
  }

  /** The number of the origin that a unit would open; -1 if its heading is there, or needs not be. */
  opens(unit: number): number {
    const origin = this.#candidates.origins.numbers[unit] ?? -1;
    return origin >= 0 && this.#opened[origin] === 0 ? origin : -1;
  }

  /** What the heading adds that a unit brings with it, besides what the unit says itself. */
  #headingGain(unit: number): number {
    const origin = this.opens(unit);
    if (origin < 0) return 0;
    const { origins, termValues, terms, termStarts } = this.#candidates;
    const own = terms.subarray(termStarts[unit] ?? 0, termStarts[unit + 1] ?? 0);
    let sum = 0;
    for (const term of origins.terms[origin] ?? []) {
      if (!own.includes(term)) sum += (termValues[term] ?? 0) * (this.#open[term] ?? 0);
    }
    return sum;
  }

  #openOrigin(unit: number): void {
    const origin = this.opens(unit);
    if (origin < 0) return;
    this.#opened[origin] = 1;
    for (const term of this.#candidates.origins.terms[origin] ?? []) this.#open[term] = 0;
  }

  add(unit: number): void {
    this.#openOrigin(unit);
    const { terms, termStarts, termKinds, quarters } = this.#candidates;
    const rare = this.#rareAt(unit);
    const quarter = quarters[unit] ?? 0;
    const end = termStarts[unit + 1] ?? 0;
    for (let at = termStarts[unit] ?? 0; at < end; at++) {
      const term = terms[at] ?? 0;
      const kind = termKinds[term];
      if (kind === TERM_KIND.word) {
        const slot = 4 * term + quarter;
        this.#repetitions[slot] = Math.min(MAX_REPETITIONS, (this.#repetitions[slot] ?? 0) + 1);
      } else {
        const left = kind === TERM_KIND.line ? 0 : this.#left(term, unit, rare);
        this.#open[term] = Math.min(this.#open[term] ?? 0, left);
      }
    }
    for (const other of [unit - 1, unit + 1]) if (this.#binds(unit, other)) this.#claim(other);
    this.#added[unit] = 1;
  }

  /** The neighbours of a unit, whose value may change once it is chosen. */
  neighbours(unit: number): number[] {
    return [unit - 1, unit + 1].filter((other) => this.#isNear(unit, other) && this.#added[other] !== 1);
  }

  /** What a unit with this many rare words leaves of an exact term: nothing if they describe it. */
  #left(term: number, unit: number, rare: number): number {
    const { lastIntroduction, termRare, sameAs } = this.#candidates;
    const bound = rare > (termRare[term] ?? 0) && (sameAs[unit] ?? unit) <= (lastIntroduction[term] ?? 0);
    return bound ? 0 : 1 - WEIGHTS.unbound;
  }

  /** Rare words of a unit itself or of chosen neighbours. */
  #rareAt(unit: number): number {
    const { rareWords } = this.#candidates;
    return (rareWords[unit] ?? 0) + this.#rareBeside(unit, unit - 1) + this.#rareBeside(unit, unit + 1);
  }

  #rareBeside(unit: number, other: number): number {
    return this.#added[other] === 1 && this.#isNear(unit, other)
      ? (this.#candidates.rareWords[other] ?? 0)
      : 0;
  }

  #isNear(unit: number, other: number): boolean {
    const { units } = this.#candidates;
    const [one, two] = [units[unit], units[other]];
    if (one === undefined || two === undefined || one.item !== two.item) return false;
    return one.end - one.start + two.end - two.start <= REACH;
  }

  /** True for a chosen neighbour without a rare word, if the unit has one. */
  #binds(unit: number, other: number): boolean {
    if (this.#added[other] !== 1) return false;
    const { rareWords } = this.#candidates;
    return rareWords[unit] !== 0 && rareWords[other] === 0 && this.#isNear(unit, other);
  }

  /** The value that a unit adds by binding a neighbour. */
  #claimed(unit: number, other: number): number {
    if (!this.#binds(unit, other)) return 0;
    const { terms, termStarts, termKinds, termValues } = this.#candidates;
    let sum = 0;
    for (let at = termStarts[other] ?? 0; at < (termStarts[other + 1] ?? 0); at++) {
      const term = terms[at] ?? 0;
      if (termKinds[term] !== TERM_KIND.word) sum += (termValues[term] ?? 0) * (this.#open[term] ?? 0);
    }
    return sum;
  }

  #claim(unit: number): void {
    const { terms, termStarts, termKinds } = this.#candidates;
    for (let at = termStarts[unit] ?? 0; at < (termStarts[unit + 1] ?? 0); at++) {
      const term = terms[at] ?? 0;
      if (termKinds[term] !== TERM_KIND.word) this.#open[term] = 0;
    }
  }
}
