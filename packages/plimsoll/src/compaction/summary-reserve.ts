import type { PlanInput } from "./plan-input.js";

/** The share of the free budget that a summary may claim before recent items have to give way to it. */
const SHARE = 0.5;
/** A summary whose body is shorter than this says nothing. */
const LEAST_BODY = 8;

/** How many tokens a plan sets aside for the summary message. */
export class SummaryReserve {
  /** The shortest summary message worth having; 0 where none is written. */
  readonly least: number;
  readonly #input: PlanInput;
  readonly #free: number;

  constructor(input: PlanInput) {
    this.#input = input;
    this.#free = input.budget - input.outline.pinnedTokens;
    const body = Math.max(LEAST_BODY, input.mustTokens ?? 0);
    this.least = input.policy.summarize ? input.summaryOverhead + body : 0;
  }

  /** What a rung must leave free for the summary of `removed` tokens; on the last rung the least is enough. */
  wanted(removed: number, last: boolean): number {
    const { policy, outline } = this.#input;
    if (!policy.summarize || removed <= this.least) return outline.summary?.tokens ?? 0;
    const share = last ? this.least : Math.floor(this.#free * SHARE);
    return Math.min(Math.max(this.least, Math.min(share, this.#input.summaryCap)), removed - 1);
  }

  /** What the summary gets in the end: all that is left, within its cap, and less than what it replaces. */
  granted(removed: number, left: number): number {
    if (!this.#input.policy.summarize || removed <= this.least) return 0;
    return Math.min(left, Math.max(this.least, this.#input.summaryCap), removed - 1);
  }

  /** What recent blocks may take together, with the summary's share set aside. */
  get forKept(): number {
    const share = Math.min(Math.floor(this.#free * SHARE), this.#input.summaryCap);
    return this.#free - Math.max(this.least, share);
  }

  /** What blocks of `kept` tokens may take once they are bounded: with a summary's share only where others go. */
  afterKeeping(kept: number): number {
    const { outline } = this.#input;
    const existing = outline.summary?.tokens ?? 0;
    const removesNothing = outline.totalTokens - outline.pinnedTokens - kept === existing;
    return removesNothing ? this.#free - existing : this.forKept;
  }
}
