import type { CompactPolicy } from "../../config/compact-policy.js";
import type { Outline } from "./outline.js";

/** Where everything stands in the window of a plan. */
export interface PlannedPlaces {
  /** Positions of the blocks that stay, pinned ones included. */
  readonly keep: ReadonlySet<number>;
  /** Positions of the blocks that go, oldest first. */
  readonly remainder: readonly number[];
  /** The summary stands behind what it replaces, not before what is kept. */
  readonly summaryBehind?: true;
  /** A kept message of which only so many tokens stay; absent where all stay whole. */
  readonly cut?: { readonly position: number };
}

/** `stays` whole; `cut`: its beginning and its end stay; `goes`: the summary tells it. */
export type NewestUserFate = "stays" | "cut" | "goes";

export interface PlanInput {
  readonly outline: Outline;
  readonly policy: CompactPolicy;
  /** Tokens that the whole resulting list may have. */
  readonly budget: number;
  /** Most tokens that the summary message may have. */
  readonly summaryCap: number;
  /** Tokens of a summary message with an empty body. */
  readonly summaryOverhead: number;
  /** Tokens of what the summary must say where only these blocks stay. @default 0 */
  mustTokens?(keep: ReadonlySet<number>): number;
  /** Tokens of the notes that the provider's order of turns needs, with a new summary or without. @default 0 */
  noteTokens?(places: PlannedPlaces, summary: boolean): number;
  /** Tokens that notes in place of superseded outputs have freed; `outline` counts without them. @default 0 */
  readonly supersededTokens?: number;
  /** Tokens of each tool result of a block, in order; asked for only where evidence is considered. */
  outputTokens(block: number): readonly number[];
  /** The outputs of a block are source code, of which evidence shows what it declares. @default not known to be */
  isCode?(block: number): boolean;
  /** What may become of the newest user message where it does not fit whole. @default "stays" */
  readonly newestUser?: NewestUserFate;
  /** Tokens that a summary has at least where the newest user message leaves little room for it. @default as few as it must */
  readonly besideNewest?: number;
  /** For `semantic`: how much each block has to do with the newest request. */
  readonly relevance?: readonly number[];
}

/** What a rung of the ladder may take, with the summary's share set aside. */
export interface RungRoom {
  /** What recent blocks may take together. */
  readonly forKept: number;
  /** What stays of the newest user message where it is cut. */
  readonly forCutMessage: number;
  /** What blocks behind the newest user message may take, which itself takes `held`. */
  behindNewest(held: number): number;
  /**
   * What blocks of `kept` tokens may take once they are bounded. All that is free where no other block goes; nothing
   * where the target is so small that a summary says more: of several outputs than evidence of each, and of source code
   * than what it declares.
   */
  afterKeeping(kept: number): number;
}
