import type { Checkpoint } from "../facts/checkpoint/checkpoint.js";
import type { UnverifiedRule } from "../facts/checkpoint/to-checkpoint.js";
import type { Projection } from "./follow/compaction-record.js";
import type { WindowSummary } from "./follow/find-summary.js";
import type { Trigger } from "./plan/decide.js";
import type { NewestUserFate } from "./plan/plan-input.js";

/** What a compaction is asked to do. */
export interface CompactRequest<W extends object> {
  /** The window to compact; origins are positions in the session's current input. */
  readonly window: Projection<W>;
  /** Malformed items that the window was made without. */
  readonly setAside: readonly W[];
  /** Tokens of what the caller gave: of the items behind evidence, and of what was set aside. */
  readonly tokensGiven: number;
  readonly trigger: Trigger;
  /** Tokens that the new list may have, by the engine's estimator. */
  readonly budget: number;
  readonly summaryCap: number;
  /** What may become of the newest user message where it does not fit whole. */
  readonly newestUser: NewestUserFate;
  /** Tokens that a summary has at least where the newest user message leaves little room for it. */
  readonly besideNewest: number;
  /** Outputs are counted as they are: evidence of them did not shorten what it should have. */
  readonly withoutEvidence: boolean;
  /** A plan that frees fewer tokens than this is not carried out. */
  readonly minGain: number;
  /** The state of the session that the compaction must not lose. */
  readonly checkpoint: Checkpoint;
  readonly note?: string;
  readonly signal?: AbortSignal;
  isPinned(item: W): boolean;
  /** The summary message among the items; see `findSummary`. */
  findSummary(items: readonly W[]): WindowSummary | undefined;
  /** Rules of an adopted summary that nobody vouches for, to be quoted. */
  readonly unverifiedRules: readonly UnverifiedRule[];
}
