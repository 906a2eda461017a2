import type { CompactPolicy } from "../../config/compact-policy.js";
import type { Outline } from "./outline.js";

/** The positions of everything in the window of a plan. */
export interface PlannedPlaces {
  /** Positions of the blocks that stay, pinned ones included. */
  readonly keep: ReadonlySet<number>;
  /** Positions of the blocks that go, oldest first. */
  readonly remainder: readonly number[];
  /** A kept message that is cut; absent if all stay whole. */
  readonly cut?: { readonly position: number };
}

/** `stays` whole; `cut`: its beginning and end stay; `goes`: the summary includes it. */
export type NewestUserFate = "stays" | "cut" | "goes";

export interface PlanInput {
  readonly outline: Outline;
  readonly policy: CompactPolicy;
  /** Tokens that the whole resulting list may have. */
  readonly budget: number;
  /** Up to here the user's messages come back where room is left. @default 0 */
  readonly fillTo?: number;
  /** Most tokens that the summary message may have. */
  readonly summaryCap: number;
  /** Tokens of a summary message with an empty body. */
  readonly summaryOverhead: number;
  /** Tokens of what the summary must say if only these blocks stay. @default 0 */
  mustTokens?(keep: ReadonlySet<number>): number;
  /** Tokens of the notes that the provider's order of turns needs, with a new summary or without. @default 0 */
  noteTokens?(places: PlannedPlaces, summary: boolean): number;
  /** Tokens that notes in place of superseded outputs have freed; `outline` counts without them. @default 0 */
  readonly supersededTokens?: number;
  /** Tokens of each tool result of a block, in order; called only if evidence is considered. */
  outputTokens(block: number): readonly number[];
  /** The outputs of a block are source code, whose evidence shows its declarations. @default unknown */
  isCode?(block: number): boolean;
  /** True for a message that says nothing but what was settled since. */
  isSettled?(block: number): boolean;
  /** What may happen to the newest user message if it does not fit whole. @default "stays" */
  readonly newestUser?: NewestUserFate;
  /**
   * Minimum tokens of a summary if the newest user message leaves little room. @default as few as possible
   */
  readonly besideNewest?: number;
  /** For `semantic`: how much each block has to do with the newest request. */
  readonly relevance?: readonly number[];
}

/** The room of a rung, with the summary's share reserved. */
export interface RungRoom {
  /** Room for all recent blocks together. */
  readonly forKept: number;
  /** Remaining size of the newest user message if it is cut. */
  readonly forCutMessage: number;
  /** Room for blocks after the newest user message, which itself takes `held`. */
  behindNewest(held: number): number;
  /**
   * Room for blocks of `kept` tokens once they are bounded. All free room if no other block leaves; nothing if
   * the target is so small that a summary says more than evidence of several outputs, or than the declarations of
   * source code.
   */
  afterKeeping(kept: number): number;
}
