import { type BlockCut, type Candidate, heldTokens, ladder } from "./ladder.js";
import type { Outline } from "./outline.js";
import type { PlanInput, PlannedPlaces, RungRoom } from "./plan-input.js";
import { topUp, withBlocks } from "./top-up.js";
import { userWords } from "./user-words.js";

/** What stays, what goes to the summarizer, and the proof that it fits. */
export interface Plan {
  readonly feasible: true;
  /** The rung of the ladder that fits: `supersede`, `mask`, `turns:6 pairs:4`, `evidence:300`, `cut`, `summary`… */
  readonly rung: string;
  readonly keepRecentTurns: number;
  readonly keepToolIoPairs: number;
  /** Positions of the blocks that stay, pinned ones included. */
  readonly keep: ReadonlySet<number>;
  /** Positions of the blocks that go, oldest first. */
  readonly remainder: readonly number[];
  /** Results longer than this, in kept blocks that are not pinned, are replaced by evidence; 0 for none. */
  readonly evidenceTokens: number;
  /**
   * Only results with more tokens than this become evidence; by default those with more than `evidenceTokens`.
   */
  readonly evidenceOver?: number;
  /** Blocks from this position on keep their results unchanged; absent if none do. */
  readonly evidenceBefore?: number;
  /** A kept message that is cut to this many tokens; absent if all stay whole. */
  readonly cut?: BlockCut;
  /** Most tokens of the new summary message; 0 keeps the window's summary as it is. */
  readonly summaryTokens: number;
  /** Upper bound of the resulting list. */
  readonly tokens: number;
}

/** Proof that no rung fits. */
export interface Infeasible {
  readonly feasible: false;
  /** The least that must stay: pinned blocks, the newest user message and the shortest summary. */
  readonly floor: number;
  /** The part of it that the newest user message needs, unless it is pinned. */
  readonly held: number;
  /** The part of it that is due to required statements. */
  readonly must: number;
  readonly budget: number;
}

/**
 * Walks the ladder from the gentlest rung down and returns the first that fits the budget. The user's own messages stay
 * on every rung, as many as fit their share. Pure.
 */
export function plan(input: PlanInput): Plan | Infeasible {
  const words = input.policy.pruning === "user_messages" ? new Set<number>() : userWords(input);
  const outline = pinning(input.outline, words);
  const wordTokens = outline.pinnedTokens - input.outline.pinnedTokens;
  const found = words.size === 0 ? undefined : walk({ ...input, outline }, wordTokens);
  const plan = found?.feasible ? found : walk(input, 0);
  return plan.feasible ? filled(input, plan, wordTokens) : plan;
}

/** The plan with as many more of the user's messages as fit where its summary may not take all the room. */
function filled(input: PlanInput, plan: Plan, wordTokens: number): Plan {
  const { outline, policy, fillTo = 0 } = input;
  const room = fillTo - plan.tokens;
  if (room <= 0 || plan.summaryTokens === 0 || policy.pruning === "user_messages") return plan;
  const userTokens = policy.keepUserTokens - wordTokens;
  const fuller = withBlocks(plan, outline, topUp(outline, plan, { room, userTokens, blocks: false }));
  const notes = (places: Plan): number => notesOf(input, { ...places, untouched: false });
  const tokens = fuller.tokens + notes(fuller) - notes(plan);
  const left = fuller.remainder.reduce((sum, position) => sum + (outline.blocks[position]?.tokens ?? 0), 0);
  return tokens > fillTo || left <= plan.summaryTokens ? plan : { ...fuller, tokens };
}

/** The outline with more blocks that always stay. */
function pinning(outline: Outline, positions: ReadonlySet<number>): Outline {
  const blocks = outline.blocks.map((block, position) =>
    positions.has(position) ? { ...block, pinned: true } : block,
  );
  const pinnedTokens = blocks.reduce((sum, { pinned, tokens }) => sum + (pinned ? tokens : 0), 0);
  return { ...outline, blocks, pinnedTokens };
}

function walk(input: PlanInput, wordTokens: number): Plan | Infeasible {
  const { outline, budget } = input;
  const reserve = new SummaryReserve(input, wordTokens);
  for (const candidate of ladder(input, reserve)) {
    const result = tryCandidate(input, candidate, reserve);
    if (result) return result;
  }
  const parts = split(outline, []);
  const least = Math.max(reserve.least, reserve.must(parts.keep));
  const held = heldTokens(input);
  const floor = outline.pinnedTokens + notesOf(input, { ...parts, untouched: false }) + held + least;
  return { feasible: false, floor, held, must: least - reserve.least, budget };
}

function tryCandidate(input: PlanInput, candidate: Candidate, reserve: SummaryReserve): Plan | undefined {
  const { outline, budget } = input;
  const summaryTokens = outline.summary?.tokens ?? 0;
  const kept = wholeBlocks(new Set(candidate.keep), candidate.cut);
  const keptTokens = [...kept].reduce((sum, position) => sum + (outline.blocks[position]?.tokens ?? 0), 0);
  const removed = outline.totalTokens - outline.pinnedTokens - keptTokens;
  const untouched = removed === summaryTokens && !candidate.last;
  const parts = split(outline, candidate.keep);
  const fixed =
    outline.pinnedTokens + candidate.tokens + notesOf(input, { ...candidate, ...parts, untouched });
  const whole = wholeBlocks(parts.keep, candidate.cut);
  const { least, granted } = untouched
    ? { least: summaryTokens, granted: 0 }
    : reserve.share({ removed, whole, left: budget - fixed, last: candidate.last });
  if (fixed + least > budget) return undefined;
  if (candidate.keep.length === 0 && outline.pinnedTokens === 0 && least === 0) return undefined;
  return {
    feasible: true,
    rung: candidate.rung,
    keepRecentTurns: candidate.turns,
    keepToolIoPairs: candidate.pairs,
    ...parts,
    evidenceTokens: candidate.evidenceTokens,
    ...(candidate.evidenceOver === undefined ? {} : { evidenceOver: candidate.evidenceOver }),
    ...(candidate.evidenceBefore === undefined ? {} : { evidenceBefore: candidate.evidenceBefore }),
    ...(candidate.cut ? { cut: candidate.cut } : {}),
    summaryTokens: granted,
    tokens: fixed + Math.max(least, granted),
  };
}

const notesOf = (
  { noteTokens, policy }: PlanInput,
  { keep, remainder, untouched }: PlannedPlaces & { readonly untouched: boolean },
): number => noteTokens?.({ keep, remainder }, policy.summarize && !untouched) ?? 0;

/** The blocks that stay, pinned ones included, and those that go. */
function split(outline: Outline, kept: readonly number[]): Pick<Plan, "keep" | "remainder"> {
  const keep = new Set(kept);
  const remainder: number[] = [];
  outline.blocks.forEach((block, position) => {
    if (block.pinned) keep.add(position);
    else if (!keep.has(position)) remainder.push(position);
  });
  return { keep, remainder };
}

/** The blocks that stay whole: the summary need not repeat them. */
function wholeBlocks(keep: ReadonlySet<number>, cut: BlockCut | undefined): ReadonlySet<number> {
  if (!cut) return keep;
  return new Set([...keep].filter((position) => position !== cut.position));
}

/** True if the results of a kept block may become evidence. */
export function takesEvidence(plan: Plan, position: number, pinned: boolean): boolean {
  return plan.evidenceTokens > 0 && !pinned && position < (plan.evidenceBefore ?? Number.POSITIVE_INFINITY);
}

/** Results with more tokens than this become evidence, if their block takes any. */
export const evidenceLimit = ({ evidenceTokens, evidenceOver }: Plan): number =>
  evidenceOver ?? evidenceTokens;

/** The share of the free budget for recent items if the list shrinks to half or less strongly. */
const KEPT_SHARE = 0.5;
/**
 * Below this share of the list, a summary chooses the needed lines of source code better than evidence, which
 * shows declarations.
 */
const CODE_SHARE = 0.25;
/** A summary with a shorter body says nothing. */
export const LEAST_BODY = 8;
/** Room for the line about removed items, and for blanks between lines. */
const NOTICE_TOKENS = 24;
/** If the newest user message is cut, the summary of everything else gets this share of the free room. */
const SHARE_BESIDE_CUT = 0.25;
/** A body is counted line by line here, and as a whole when it is written: some tokens more, and a share where tokenizers split words. */
const BODY_SLACK = 2;
const BODY_SLACK_SHARE = 0.03;

/**
 * The tokens that a plan reserves for the summary message. The smaller the target, the less a verbatim tail is
 * worth compared with facts about the whole. Down to half of the list the tail may have half of the free room,
 * then less by the square (an eighth at a quarter of the list, a fiftieth at a tenth).
 */
class SummaryReserve implements RungRoom {
  /** The shortest useful summary message; if none is written, the existing one. */
  readonly least: number;
  readonly #input: PlanInput;
  readonly #free: number;
  readonly #summaryShare: number;

  /** The user's words that already stay, `wordTokens`, count as recent items: the summary's share is of all that is free. */
  constructor(input: PlanInput, wordTokens: number) {
    this.#input = input;
    this.#free = input.budget - input.outline.pinnedTokens;
    this.least = input.policy.summarize
      ? input.summaryOverhead + LEAST_BODY
      : (input.outline.summary?.tokens ?? 0);
    const share = 1 - KEPT_SHARE * Math.min(1, (2 * input.budget) / input.outline.totalTokens) ** 2;
    this.#summaryShare = Math.min(1, (share * (this.#free + wordTokens)) / Math.max(1, this.#free));
  }

  /**
   * The shortest summary message with all required statements if only these blocks stay; 0 if nothing is
   * required.
   */
  must(keep: ReadonlySet<number>): number {
    const { policy, mustTokens, summaryOverhead } = this.#input;
    const body = mustTokens?.(keep) ?? 0;
    if (body === 0) return 0;
    const needed = summaryOverhead + Math.ceil(body * (1 + BODY_SLACK_SHARE)) + BODY_SLACK;
    // Without a summarizer nothing is written anew: what must be said is added to what stands there.
    return policy.summarize ? Math.max(this.least, needed) : this.least + needed;
  }

  /** The summary of a rung: the room it needs, and the room it finally gets. */
  share(rung: {
    readonly removed: number;
    /** The blocks that stay whole. */
    readonly whole: ReadonlySet<number>;
    readonly left: number;
    readonly last: boolean;
  }): { readonly least: number; readonly granted: number } {
    const { removed, left, last } = rung;
    const must = this.must(rung.whole);
    return {
      least: this.#wanted(removed, { last, must }),
      granted: this.#granted(removed, { left, must }),
    };
  }

  /**
   * The room that a rung which removes `removed` tokens must leave for the summary; on the last rung the minimum.
   */
  #wanted(removed: number, { last, must }: { readonly last: boolean; readonly must: number }): number {
    const { policy, outline } = this.#input;
    if (must > 0 && removed <= must) return Number.POSITIVE_INFINITY;
    if (!policy.summarize) return Math.max(this.least, must);
    if (removed <= this.least) return outline.summary?.tokens ?? 0;
    const least = Math.max(this.least, must);
    const share = last ? Math.max(least, this.#useful) : Math.floor(this.#free * this.#summaryShare);
    return Math.min(Math.max(least, Math.min(share, this.#input.summaryCap)), removed - 1);
  }

  /** The final room of the summary: everything left, within its cap, and less than what it replaces. */
  #granted(removed: number, { left, must }: { readonly left: number; readonly must: number }): number {
    if (!this.#input.policy.summarize)
      return must === 0 ? 0 : Math.min(left, must + NOTICE_TOKENS, removed - 1);
    if (removed <= this.least) return 0;
    return Math.min(left, Math.max(this.least, must, this.#input.summaryCap), removed - 1);
  }

  get forKept(): number {
    if (!this.#input.policy.summarize) return this.#free - Math.max(this.least, this.must(new Set()));
    const share = Math.min(Math.floor(this.#free * this.#summaryShare), this.#input.summaryCap);
    return this.#free - Math.max(this.least, share);
  }

  /** The shortest summary next to the newest user message. */
  get #useful(): number {
    const { outline, besideNewest = 0, newestUser = "stays" } = this.#input;
    return outline.newestUser && newestUser === "stays" ? besideNewest : 0;
  }

  behindNewest(held: number): number {
    const left = this.#free - held;
    const share = this.#input.policy.summarize ? this.#summaryShare : 0;
    const wanted = Math.min(Math.ceil(left * share), this.#input.summaryCap);
    return left - Math.max(wanted, this.least, this.must(new Set()), this.#useful);
  }

  get forCutMessage(): number {
    const { policy, summaryCap } = this.#input;
    const share = policy.summarize ? Math.min(Math.floor(this.#free * SHARE_BESIDE_CUT), summaryCap) : 0;
    return this.#free - Math.max(this.least, this.must(new Set()), share);
  }

  afterKeeping(kept: number): number {
    const { outline, policy } = this.#input;
    const existing = outline.summary?.tokens ?? 0;
    const removesNothing = outline.totalTokens - outline.pinnedTokens - kept === existing;
    if (!removesNothing) return this.forKept;
    return policy.summarize && this.#isBetterSummarized() ? 0 : this.#free - existing;
  }

  #isBetterSummarized(): boolean {
    const { outline, budget, isCode } = this.#input;
    if (budget * 2 >= outline.totalTokens) return false;
    const tools = [...outline.blocks.keys()].filter((block) => outline.blocks[block]?.tool);
    if (tools.length > 1) return true;
    return budget < CODE_SHARE * outline.totalTokens && tools.some((block) => isCode?.(block));
  }
}
