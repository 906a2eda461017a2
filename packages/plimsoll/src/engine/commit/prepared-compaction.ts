import type { Fidelity } from "../summarize/check-summary.js";
import type { PlanReport } from "../plan/plan-report.js";

/** A compaction that is ready to be committed: as it is, with another summary, or not at all. */
export interface PreparedCompaction<W extends object> {
  /** The same for the same list, options and plan, independent of the summary's text. */
  readonly id: string;
  readonly sessionId: string;
  /** With `decision.action` "none" there is nothing to do, and committing changes nothing. */
  readonly plan: PlanReport;
  /** The summary's body; empty if there is no new summary. */
  readonly summary: string;
  /** Tokens of the summary message, and how many it may have. */
  readonly summaryTokens: number;
  readonly summaryMaxTokens: number;
  /** The window that would be sent. */
  readonly items: readonly W[];
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** What happened to the facts in the summary; absent if there is no new summary. */
  readonly fidelity?: Fidelity;
}
