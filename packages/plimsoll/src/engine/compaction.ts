import type { Checkpoint } from "../facts/checkpoint/checkpoint.js";
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
 * One compaction under way, from the call that may need it to the window that it leaves. Every step adds what it found and
 * hands it on: measured and decided here, then {@link PlannedCompaction}, {@link SummarizedCompaction} and
 * {@link AssembledCompaction}. The note and the signal of the caller are in the options of its call.
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

/** What a session did since its last compaction, or since it began. */
export interface Growth {
  readonly turns: number;
  /** Steps of the assistant: each was one request. */
  readonly requests: number;
  readonly tokens: number;
}

/** A compaction with a plan that fits, and with all that it needs of the session, which may go on meanwhile. */
export interface PlannedCompaction<W extends object> extends Compaction<W> {
  /** The state of the session that must not be lost. */
  readonly checkpoint: Checkpoint;
  /** Rules of an adopted summary that nobody vouches for, to be quoted. */
  readonly unverifiedRules: readonly UnverifiedRule[];
  /** Tokens that the new list may have, by the engine's estimator. */
  readonly budget: number;
  /** Tokens of what the caller gave: of the items behind evidence, and of what was set aside. */
  readonly tokensGiven: number;
  /** Tokens of the window. */
  readonly tokensBefore: number;
  readonly outline: Outline;
  readonly plan: Plan;
  /** What the decision has to say of the plan: why it is over its target. */
  readonly remark?: string;
  /** The window with notes in place of superseded outputs: what of it is kept, is kept like this. */
  readonly shown: Projection<W>;
  /** How many outputs gave way to notes, by the position of their item. */
  readonly superseded: ReadonlyMap<number, number>;
  /** How many of those are in what is kept. */
  readonly supersededCount: number;
  /** What the window must show after the compaction: constraints that hold, and what is still open. */
  readonly mustKeep: readonly Fact[];
  readonly growth: Growth;
  /** The version of the summary before; 0 where there is none. */
  readonly lastVersion: number;
  /** An item as the caller gave it, where the window holds evidence of it. */
  givenItem(item: W, origin: number): W;
  /** Evidence in place of a kept item; the very item where nothing is replaced. */
  evidence(item: W, origin: number): W;
}

/** A summary message, checked, with what was found out about it. */
export interface WrittenSummary<W extends object> {
  readonly item: W;
  readonly body: string;
  readonly tokens: number;
  readonly template: string;
  readonly summarizer: string;
  /** The state of the session with what the summarizer added. */
  readonly checkpoint?: Checkpoint;
  readonly fidelity: Fidelity;
  /** What the requests to a summarizing model cost. */
  readonly usage?: readonly NormalizedUsage[];
}

/** A compaction whose summary is written and checked; without one where the plan needs none. */
export interface SummarizedCompaction<W extends object> extends PlannedCompaction<W> {
  readonly summary?: WrittenSummary<W>;
}

/** A compaction with its window, before anything is stored or swapped. */
export interface AssembledCompaction<W extends object> extends SummarizedCompaction<W> {
  readonly next: Projection<W>;
  readonly tokensAfter: number;
}
