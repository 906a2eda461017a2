import type { Steps } from "../../collections/in-turns.js";
import type { Candidates } from "./candidates.js";
import { Coverage } from "./coverage.js";
import { isIdleLine } from "./is-idle-line.js";
import { scoreWithin } from "./score-within.js";
import { unitText } from "./unit.js";
import { UnitHeap } from "./unit-heap.js";

/** After so many units in a row that do not fit any more, the budget is as good as used. */
const MAX_MISSES = 256;
/** Fewer units than this are sorted as they are. */
const MANY = 8000;
/** Units worth so many budgets are sorted first: while some are taken, the others mostly lose value. */
const PROMISING_BUDGETS = 10;

/** Units that are looked at in one turn. */
const TURN_UNITS = 1_024;

/** Shorter units do not fill a budget. */
const LEAST_CHARACTERS = 8;

/** Chooses units one after the other and remembers what they cover. */
export class Packer {
  readonly order: number[] = [];
  readonly #candidates: Candidates;
  readonly #coverage: Coverage;
  readonly #taken: Uint8Array;
  readonly #texts = new Set<string>();
  /** The best unit that was too large; its beginning may fill the remaining room. */
  #oversized = -1;

  constructor(candidates: Candidates) {
    this.#candidates = candidates;
    this.#coverage = new Coverage(candidates);
    this.#taken = new Uint8Array(candidates.units.length);
  }

  has(unit: number): boolean {
    return this.#taken[unit] === 1;
  }

  /** Tokens of all that was taken, headings included. */
  spent = 0;

  cost(units: readonly number[]): number {
    return units.reduce((sum, unit) => sum + (this.#candidates.costs[unit] ?? 0), 0);
  }

  /** What a unit costs now, with the heading that it needs. */
  #price(unit: number): number {
    const { costs, origins } = this.#candidates;
    const opened = this.#coverage.opens(unit);
    return (costs[unit] ?? 1) + (opened < 0 ? 0 : 0.7 * (origins.costs[opened] ?? 0));
  }

  take(units: readonly number[]): void {
    for (const unit of units) {
      if (this.#taken[unit] === 1) continue;
      this.spent += this.#price(unit);
      this.#taken[unit] = 1;
      this.#texts.add(this.#text(unit));
      this.#coverage.add(unit);
      this.order.push(unit);
    }
  }

  /** Takes the unit with most new value per token, again and again, until `budget` tokens are used. */
  *takeBest(eligible: readonly number[], budget: number): Steps<void> {
    const { stale } = this.#candidates;
    const open = Int32Array.from(eligible).filter((unit) => this.#taken[unit] !== 1 && stale[unit] !== 1);
    const scores = new Float64Array(open.length);
    for (let index = 0; index < open.length; index++) {
      scores[index] = this.#density(open[index] ?? 0);
      if (index % TURN_UNITS === TURN_UNITS - 1) yield;
    }
    const { costs } = this.#candidates;
    const wanted = PROMISING_BUDGETS * budget;
    const least = open.length < MANY ? 0 : scoreWithin(scores, { costs, units: open, wanted });
    const left = yield* this.#takeFrom(open, scores, { budget, wanted: (score) => score >= least });
    if (least > 0) yield* this.#takeFrom(open, scores, { budget: left, wanted: (score) => score < least });
  }

  #density(unit: number): number {
    return this.#coverage.gain(unit) / this.#price(unit);
  }

  /** Takes the best of the wanted units while they fit; returns the remaining budget. */
  *#takeFrom(
    units: Int32Array,
    scores: Float64Array,
    { budget, wanted }: { readonly budget: number; readonly wanted: (score: number) => boolean },
  ): Steps<number> {
    if (budget <= 0) return budget;
    const chosen = units.filter((_, index) => wanted(scores[index] ?? 0));
    const heap = new UnitHeap(scores.filter(wanted), chosen);
    let left = budget;
    let misses = 0;
    let rounds = 0;
    while (heap.size > 0 && left > 0 && misses < MAX_MISSES) {
      if (++rounds % TURN_UNITS === 0) yield;
      const unit = heap.top;
      const score = heap.topScore;
      if (score <= 0) break;
      if (this.#taken[unit] === 1) {
        heap.removeTop();
        continue;
      }
      const current = this.#density(unit);
      if (current < score) {
        heap.lowerTop(current);
        continue;
      }
      heap.removeTop();
      if (this.#isIdle(unit)) continue;
      const opened = this.#coverage.opens(unit);
      const used = this.takeNew(unit, left);
      misses = used > 0 ? 0 : misses + 1;
      left -= used;
      if (used > 0) {
        this.#raise(heap, this.#coverage.neighbours(unit));
        // Below a heading that is there a line costs less.
        this.#raise(heap, this.#candidates.origins.units[opened] ?? []);
      }
    }
    return left;
  }

  /** Puts units into the heap whose value may be higher now. */
  #raise(heap: UnitHeap, units: readonly number[]): void {
    for (const unit of units)
      if (this.#taken[unit] !== 1 && this.#candidates.stale[unit] !== 1) heap.push(unit, this.#density(unit));
  }

  /** Takes units without value, newest first: something is better than an unused budget. */
  takeRest(budget: number): void {
    let left = budget;
    let misses = 0;
    for (let unit = this.#candidates.units.length - 1; unit >= 0 && left > 0 && misses < MAX_MISSES; unit--) {
      if (this.#taken[unit] === 1 || this.#candidates.stale[unit] === 1 || this.#isFragment(unit)) continue;
      const used = this.takeNew(unit, left);
      misses = used > 0 ? 0 : misses + 1;
      left -= used;
    }
  }

  /** True for a line of an output that is worth a place only where nothing else wants it. */
  #isIdle(unit: number): boolean {
    const kind = this.#candidates.units[unit]?.kind;
    return (kind === "output" || kind === "pasted") && isIdleLine(this.#text(unit));
  }

  /** True for what says nothing by itself, such as the number of a list entry. */
  #isFragment(unit: number): boolean {
    const { start = 0, end = 0 } = this.#candidates.units[unit] ?? {};
    return end - start < LEAST_CHARACTERS;
  }

  /** Takes a unit unless it is too large or repeats another word for word; returns its cost. */
  takeNew(unit: number, left: number): number {
    const cost = this.#price(unit);
    if (cost > left) {
      if (this.#oversized === -1 && !this.#texts.has(this.#text(unit))) this.#oversized = unit;
      return 0;
    }
    if (this.#texts.has(this.#text(unit))) return 0;
    this.take([unit]);
    return cost;
  }

  takeOversized(): void {
    if (this.#oversized >= 0) this.take([this.#oversized]);
  }

  #text(unit: number): string {
    const found = this.#candidates.units[unit];
    return found === undefined ? "" : unitText(found);
  }
}
