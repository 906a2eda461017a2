import type { Checkpoint } from "../facts/checkpoint/checkpoint.js";
import type { Brevity } from "../facts/checkpoint/within-brevity.js";
import type { UnverifiedRule } from "../facts/checkpoint/to-checkpoint.js";
import type { Fact } from "../facts/verification/fact.js";
import type { NormalizedUsage } from "../tokens/normalize-usage.js";
import type { Call } from "./call.js";
import type { CompactionRecord, Projection } from "./follow/compaction-record.js";
import type { Measurement } from "./follow/measure.js";
import type { Decision } from "./plan/decide.js";
import type { Outline } from "./plan/outline.js";
import type { Plan } from "./plan/plan.js";
import type { Fidelity } from "./summarize/check-summary.js";

/**
 * One compaction in progress, from the call that may need it to the window it leaves. Every step adds its results
 * and passes it on: measured and decided here, then {@link PlannedCompaction}, {@link SummarizedCompaction} and
 * {@link AssembledCompaction}. The caller's note and signal are in the options of its call.
 */
export interface Compaction<W extends object> {
  readonly sessionId: string;
  readonly call: Call<W>;
  /** The window to compact; origins are positions in the caller's list. */
  readonly window: Projection<W>;
  /** Malformed items that the window was made without. */
  readonly setAside: readonly W[];
  /** A compaction that was applied again to make the window. */
  readonly reapplied?: CompactionRecord<W>;
  readonly measurement: Measurement;
  readonly decision: Decision;
}

/** The growth of a session since its last compaction, or since it began. */
export interface Growth {
  readonly turns: number;
  /** Steps of the assistant: each was one request. */
  readonly requests: number;
  readonly tokens: number;
}

/**
 * A compaction with a plan that fits, and everything it needs from the session, which may continue in the
 * meantime.
 */
export interface PlannedCompaction<W extends object> extends Compaction<W> {
  /** The state of the session that must not be lost. */
  readonly checkpoint: Checkpoint;
  /** Rules of an adopted, unverified summary, to be quoted. */
  readonly unverifiedRules: readonly UnverifiedRule[];
  /** Tokens that the new list may have, by the engine's estimator. */
  readonly budget: number;
  /** Up to so many tokens removed blocks come back if the summary leaves room: the user's messages, or any blocks. */
  readonly fill: { readonly to: number; readonly blocks: boolean };
  /** Tokens of what the caller passed: the items behind evidence, and the items set aside. */
  readonly tokensGiven: number;
  /** Tokens of the window. */
  readonly tokensBefore: number;
  readonly outline: Outline;
  readonly plan: Plan;
  /** The decision's remark about the plan: why it exceeds its target. */
  readonly remark?: string;
  /** The window with notes in place of superseded outputs; kept items stay in this form. */
  readonly shown: Projection<W>;
  /** How many outputs were replaced with notes, by the position of their item. */
  readonly superseded: ReadonlyMap<number, number>;
  /** How many of those are in kept items. */
  readonly supersededCount: number;
  /** Facts that the window must show after the compaction: valid constraints, and open work. */
  readonly mustKeep: readonly Fact[];
  /** How much of them there is room for. */
  readonly brevity: Brevity;
  readonly growth: Growth;
  /** The version of the previous summary; 0 if there is none. */
  readonly lastVersion: number;
  /** An item as the caller passed it, if the window holds evidence of it. */
  givenItem(item: W, origin: number): W;
  /** Evidence in place of a kept item; the same item if nothing is replaced. */
  evidence(item: W, origin: number): W;
}

/** A verified summary message and the findings about it. */
export interface WrittenSummary<W extends object> {
  readonly item: W;
  readonly body: string;
  readonly tokens: number;
  readonly template: string;
  readonly summarizer: string;
  /** The state of the session with the summarizer's additions. */
  readonly checkpoint?: Checkpoint;
  readonly fidelity: Fidelity;
  /** The usage of the requests to a summarizing model. */
  readonly usage?: readonly NormalizedUsage[];
}

/** A compaction with a verified summary; without one if the plan needs none. */
export interface SummarizedCompaction<W extends object> extends PlannedCompaction<W> {
  readonly summary?: WrittenSummary<W>;
}

/** A compaction with its window, before anything is stored or swapped. */
export interface AssembledCompaction<W extends object> extends SummarizedCompaction<W> {
  readonly next: Projection<W>;
  readonly tokensAfter: number;
}
