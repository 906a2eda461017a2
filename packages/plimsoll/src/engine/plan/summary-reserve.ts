import type { PlanInput } from "./plan-input.js";

/** The share of the free budget that recent items may take where the list shrinks to half or less gently. */
const KEPT_SHARE = 0.5;
/** Below this share of the list the lines of source code that work will need are chosen better than by what they declare. */
const CODE_SHARE = 0.25;
/** A summary whose body is shorter than this says nothing. */
export const LEAST_BODY = 8;
/** Room for the line that says how many items left, and for blanks between lines. */
const NOTICE_TOKENS = 24;
/** Where the newest user message is cut, the summary of everything else has this share of what is free. */
const SHARE_BESIDE_CUT = 0.25;
/** A body is counted line by line here, and as a whole when it is written. */
const BODY_SLACK = 2;

/**
 * How many tokens a plan sets aside for the summary message. The smaller the target, the less a verbatim tail is worth
 * beside facts of the whole: down to half of the list the tail may have half of what is free, then less by the square
 * (an eighth at a quarter of the list, a fiftieth at a tenth).
 */
export class SummaryReserve {
  /** The shortest summary message worth having; where none is written, the one that stands there already. */
  readonly least: number;
  readonly #input: PlanInput;
  readonly #free: number;
  readonly #summaryShare: number;

  constructor(input: PlanInput) {
    this.#input = input;
    this.#free = input.budget - input.outline.pinnedTokens;
    this.least = input.policy.summarize
      ? input.summaryOverhead + LEAST_BODY
      : (input.outline.summary?.tokens ?? 0);
    this.#summaryShare = 1 - KEPT_SHARE * Math.min(1, (2 * input.budget) / input.outline.totalTokens) ** 2;
  }

  /** The shortest summary message that says what it must where only these blocks stay; 0 where it must say nothing. */
  must(keep: ReadonlySet<number>): number {
    const { policy, mustTokens, summaryOverhead } = this.#input;
    const body = mustTokens?.(keep) ?? 0;
    if (body === 0) return 0;
    const needed = summaryOverhead + body + BODY_SLACK;
    // Without a summarizer nothing is written anew: what must be said is added to what stands there.
    return policy.summarize ? Math.max(this.least, needed) : this.least + needed;
  }

  /** What a rung must leave free for the summary of `removed` tokens; on the last rung the least is enough. */
  wanted(removed: number, { last, must }: { readonly last: boolean; readonly must: number }): number {
    const { policy, outline } = this.#input;
    if (must > 0 && removed <= must) return Number.POSITIVE_INFINITY;
    if (!policy.summarize) return Math.max(this.least, must);
    if (removed <= this.least) return outline.summary?.tokens ?? 0;
    const least = Math.max(this.least, must);
    const share = last ? Math.max(least, this.#useful) : Math.floor(this.#free * this.#summaryShare);
    return Math.min(Math.max(least, Math.min(share, this.#input.summaryCap)), removed - 1);
  }

  /** What the summary gets in the end: all that is left, within its cap, and less than what it replaces. */
  granted(removed: number, { left, must }: { readonly left: number; readonly must: number }): number {
    if (!this.#input.policy.summarize)
      return must === 0 ? 0 : Math.min(left, must + NOTICE_TOKENS, removed - 1);
    if (removed <= this.least) return 0;
    return Math.min(left, Math.max(this.least, must, this.#input.summaryCap), removed - 1);
  }

  /** What recent blocks may take together, with the summary's share set aside. */
  get forKept(): number {
    if (!this.#input.policy.summarize) return this.#free - Math.max(this.least, this.must(new Set()));
    const share = Math.min(Math.floor(this.#free * this.#summaryShare), this.#input.summaryCap);
    return this.#free - Math.max(this.least, share);
  }

  /** The shortest summary beside the newest user message. */
  get #useful(): number {
    const { outline, besideNewest = 0, newestUser = "stays" } = this.#input;
    return outline.newestUser && newestUser === "stays" ? besideNewest : 0;
  }

  /** What blocks behind the newest user message may take, which itself takes `held`. */
  behindNewest(held: number): number {
    const left = this.#free - held;
    const share = this.#input.policy.summarize ? this.#summaryShare : 0;
    const wanted = Math.min(Math.ceil(left * share), this.#input.summaryCap);
    return left - Math.max(wanted, this.least, this.must(new Set()), this.#useful);
  }

  /** What stays of the newest user message where it is cut. */
  get forCutMessage(): number {
    const { policy, summaryCap } = this.#input;
    const share = policy.summarize ? Math.min(Math.floor(this.#free * SHARE_BESIDE_CUT), summaryCap) : 0;
    return this.#free - Math.max(this.least, this.must(new Set()), share);
  }

  /**
   * What blocks of `kept` tokens may take once they are bounded. All that is free where no other block goes; nothing
   * where the target is so small that a summary says more: of several outputs than evidence of each, and of source code
   * than what it declares.
   */
  afterKeeping(kept: number): number {
    const { outline, policy } = this.#input;
    const existing = outline.summary?.tokens ?? 0;
    const removesNothing = outline.totalTokens - outline.pinnedTokens - kept === existing;
    if (!removesNothing) return this.forKept;
    return policy.summarize && this.#isBetterSummarized() ? 0 : this.#free - existing;
  }

  #isBetterSummarized(): boolean {
    const { outline, budget, isCode } = this.#input;
    if (this.#summaryShare <= 1 - KEPT_SHARE) return false;
    const tools = [...outline.blocks.keys()].filter((block) => outline.blocks[block]?.tool);
    if (tools.length > 1) return true;
    return budget < CODE_SHARE * outline.totalTokens && tools.some((block) => isCode?.(block));
  }
}
