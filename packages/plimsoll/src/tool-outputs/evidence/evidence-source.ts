import type { CallHints } from "../call-hints.js";

/** What the view of one kind works on. */
export interface EvidenceSource {
  readonly text: string;
  readonly lines: number;
  /** Where the payload starts behind a tool's own preamble. */
  readonly bodyStart: number;
  readonly hints: CallHints;
  readonly maxTokens: number;
}
