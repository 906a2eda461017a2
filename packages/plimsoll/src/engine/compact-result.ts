import type { NormalizedUsage } from "../tokens/usage.js";
import type { Fidelity } from "./summarize/check-summary.js";
import type { Rebound } from "./follow/compaction-record.js";
import type { Decision } from "./plan/decide.js";
import type { Degraded } from "./degraded.js";
import type { Measurement } from "./follow/measure.js";

/** What a compaction did. */
export interface CompactionReport {
  readonly id: string;
  /** The N of `<COMPACT-SUMMARY vN>`; 0 where no summary was written yet. */
  readonly version: number;
  readonly rung: string;
  readonly template: string;
  readonly summarizer: string;
  readonly summary: string;
  readonly summaryTokens: number;
  /** Tokens of the list before, as the caller gave it, and after. */
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly kept: number;
  /** Archive ids of the items that left the window, oldest first. */
  readonly removed: readonly string[];
  /** What the summary kept of the facts, and what code did about it; absent where none was written. */
  readonly fidelity?: Fidelity;
  /** Usage of this compaction's requests to a summarizing model, in order, whenever they were made; absent for none. */
  readonly usage?: readonly NormalizedUsage[];
  /** How long the compaction before this one lasted; absent for the first. */
  readonly rebound?: Rebound;
}

export interface CompactResult<W extends object> {
  /** What to send: the very list that was given where nothing had to change. */
  readonly items: W[];
  readonly decision: Decision;
  /** Of `items`, with instructions and tools. */
  readonly measurement: Measurement;
  /** Present if this call compacted. */
  readonly compaction?: CompactionReport;
  /**
   * Usage of every request to a summarizing model since the session's last result: for this compaction, and for what was
   * prepared, refused or failed meanwhile, used or not. Absent where there was none.
   */
  readonly summaryUsage?: readonly NormalizedUsage[];
  /** Present as long as the archive fails, in every result. */
  readonly degraded?: Degraded;
  /** Version of an earlier compaction that was applied again to the full history. */
  readonly reapplied?: number;
}
