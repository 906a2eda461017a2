import type { NormalizedUsage } from "../tokens/normalize-usage.js";
import type { Fidelity } from "./summarize/check-summary.js";
import type { Rebound } from "./follow/compaction-record.js";
import type { Decision } from "./plan/decide.js";
import type { Degraded } from "./degraded.js";
import type { Measurement } from "./follow/measure.js";

/** The result of a compaction. */
export interface CompactionReport {
  readonly id: string;
  /** The N of `<COMPACT-SUMMARY vN>`; 0 if there is no summary yet. */
  readonly version: number;
  readonly rung: string;
  readonly template: string;
  readonly summarizer: string;
  /** Who compacted: this library, or the provider (`policy.strategy: "remote"`), whose result nobody else can read. */
  readonly by: "local" | "remote";
  readonly summary: string;
  readonly summaryTokens: number;
  /** Tokens of the list before, as the caller gave it, and after. */
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly kept: number;
  /** Archive ids of the items that left the window, oldest first. */
  readonly removed: readonly string[];
  /** What happened to the facts in the summary, and what code repaired; absent if there is no new summary. */
  readonly fidelity?: Fidelity;
  /** Usage of this compaction's requests to a summarizing model, in order, whenever they were made; absent for none. */
  readonly usage?: readonly NormalizedUsage[];
  /** How long the compaction before this one lasted; absent for the first. */
  readonly rebound?: Rebound;
}

export interface CompactResult<W extends object> {
  /** The list to send: your own list if nothing had to change. */
  readonly items: W[];
  readonly decision: Decision;
  /** Of `items`, with instructions and tools. */
  readonly measurement: Measurement;
  /** Present if this call compacted. */
  readonly compaction?: CompactionReport;
  /**
   * Usage of every request to a summarizing model since the session's last result: for this compaction, and for
   * prepared, refused or failed ones, used or not. Absent if there was none.
   */
  readonly summaryUsage?: readonly NormalizedUsage[];
  /** Why the provider did not compact although it was asked; the list was then compacted here if it had to be. */
  readonly remoteFailed?: string;
  /** Present as long as the archive fails, in every result. */
  readonly degraded?: Degraded;
  /** Version of an earlier compaction that was applied again to the full history. */
  readonly reapplied?: number;
}
