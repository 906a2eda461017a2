import type { Summarizer } from "plimsoll";

/** Who writes the summary of one call, and what went wrong with it. */
export interface CallSummarizer extends Summarizer {
  /** Why its attempts gave nothing, oldest first. */
  readonly failures?: readonly string[];
}
