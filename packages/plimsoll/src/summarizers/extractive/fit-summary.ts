import type { Steps } from "../../collections/in-turns.js";
import { largestWhere } from "../../collections/largest-where.js";
import type { Candidates } from "./candidates.js";
import { cutToFit } from "./cut-to-fit.js";
import { type Layout, renderUnits } from "./render-units.js";
import { type Unit, unitText } from "./unit.js";

const MAX_ROUNDS = 12;
const GOOD_ENOUGH = 0.995;
const WELL_USED = 0.97;
const MAX_FILL_ROUNDS = 8;

interface Attempt {
  readonly chosen: readonly number[];
  readonly text: string;
  readonly tokens: number;
}

const EMPTY: Attempt = { chosen: [], text: "", tokens: 0 };

class Fitter {
  readonly #candidates: Candidates;
  readonly #layout: Layout;
  readonly #count: (text: string) => number;
  readonly #limit: number;

  constructor(candidates: Candidates, layout: Layout, count: (text: string) => number) {
    this.#candidates = candidates;
    this.#layout = layout;
    this.#count = count;
    this.#limit = layout.maxTokens;
  }

  attempt(chosen: readonly number[]): Attempt {
    const text = this.#render(chosen);
    return { chosen, text, tokens: this.#count(text) };
  }

  #render(chosen: readonly number[], shortened?: { readonly index: number; readonly unit: Unit }): string {
    const units: Unit[] = [];
    for (const index of [...chosen].sort((a, b) => a - b)) {
      const unit = index === shortened?.index ? shortened.unit : this.#candidates.units[index];
      if (unit !== undefined) units.push(unit);
    }
    return renderUnits(units, this.#layout);
  }

  /** The longest prefix of `order` that fits, found by the true count in a few guesses. */
  *prefix(order: readonly number[]): Steps<Attempt> {
    const totals = new Float64Array(order.length + 1);
    for (const [index, unit] of order.entries()) {
      totals[index + 1] = (totals[index] ?? 0) + (this.#candidates.costs[unit] ?? 0);
    }
    let low = 0;
    let high = order.length + 1;
    let best = EMPTY;
    let ratio = 1;
    for (let round = 0; round < MAX_ROUNDS && high - low > 1; round++) {
      const guess = round < 4 ? lastWithin(totals, this.#limit / ratio) : (low + high) >> 1;
      const length = Math.min(high - 1, Math.max(low + 1, guess));
      const tried = this.attempt(order.slice(0, length));
      yield;
      if (tried.tokens <= this.#limit) {
        low = length;
        best = tried;
        if (tried.tokens >= GOOD_ENOUGH * this.#limit) break;
      } else high = length;
      ratio = Math.max(0.01, (tried.tokens + 0.5) / Math.max(1, totals[length] ?? 1));
    }
    return best;
  }

  /** Adds later units that fit into the room that a prefix leaves. */
  *fill(start: Attempt, order: readonly number[]): Steps<Attempt> {
    let best = start;
    const taken = new Set(start.chosen);
    const later = order.filter((unit) => !taken.has(unit));
    let share = 0.9;
    for (let round = 0; round < MAX_FILL_ROUNDS && best.tokens < GOOD_ENOUGH * this.#limit; round++) {
      let free = (this.#limit - best.tokens) * share;
      const added: number[] = [];
      for (const unit of later) {
        const cost = this.#candidates.costs[unit] ?? 1;
        if (cost > free || taken.has(unit)) continue;
        added.push(unit);
        free -= cost;
      }
      if (added.length === 0) break;
      const tried = this.attempt([...best.chosen, ...added]);
      yield;
      if (tried.tokens > this.#limit) share /= 2;
      else {
        best = tried;
        for (const unit of added) taken.add(unit);
      }
    }
    return best;
  }

  /** Uses the remaining room for the beginning of one more unit. */
  finish(start: Attempt, order: readonly number[]): string {
    if (start.tokens >= WELL_USED * this.#limit) return start.text;
    const taken = new Set(start.chosen);
    const index = order.find((unit) => !taken.has(unit));
    const unit = index === undefined ? undefined : this.#candidates.units[index];
    if (index === undefined || unit === undefined) return start.text;
    const chosen = [...start.chosen, index];
    const withCut = (cut: string): string =>
      cut === ""
        ? start.text
        : this.#render(chosen, { index, unit: { ...unit, end: unit.start + cut.length } });
    const count = (cut: string): number => this.#count(withCut(cut));
    const wholeWords = start.text !== "";
    return withCut(cutToFit(unitText(unit), { limit: this.#limit, count, wholeWords }));
  }
}

/** The largest number of leading units whose estimated tokens stay within `limit`. */
const lastWithin = (totals: Float64Array, limit: number): number =>
  largestWhere(1, totals.length - 1, (number) => (totals[number] ?? 0) <= limit);

/** The text of as many units of `order` as the budget holds by the true count; never more. */
export function* fitSummary(
  candidates: Candidates,
  order: readonly number[],
  options: Layout & { readonly count: (text: string) => number },
): Steps<string> {
  const fitter = new Fitter(candidates, options, options.count);
  const prefix = yield* fitter.prefix(order);
  const text = fitter.finish(yield* fitter.fill(prefix, order), order);
  return options.count(text) <= options.maxTokens ? text : prefix.text;
}
