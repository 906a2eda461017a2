import type { CallHints } from "../call-hints.js";

/** The input of one kind's view. */
export interface EvidenceSource {
  readonly text: string;
  readonly lines: number;
  /** The start of the payload after a tool's own preamble. */
  readonly bodyStart: number;
  readonly hints: CallHints;
  readonly maxTokens: number;
  /** The tokens of a short text. */
  count(text: string): number;
}
