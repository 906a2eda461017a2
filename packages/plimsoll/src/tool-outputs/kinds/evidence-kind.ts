import type { CallHints } from "../call-hints.js";
import type { EvidenceSource } from "../evidence/evidence-source.js";
import type { EvidenceView } from "../evidence/piece.js";
import type { TextSample } from "../text-sample.js";

/** What a kind is recognised by. */
export interface RecognisedOutput {
  readonly text: string;
  /** Where the payload starts behind a tool's own preamble. */
  readonly bodyStart: number;
  /** Bounded parts of the payload: all that most kinds look at. */
  readonly sample: TextSample;
  readonly hints: CallHints;
}

/** One kind of tool output. It is added by one file and a row of `EVIDENCE_KINDS`. */
export interface EvidenceKind {
  /** True if the output is of this kind. Bounded: the text may have millions of characters. */
  recognises(output: RecognisedOutput): boolean;
  /**
   * What of the output is worth its tokens, the most valuable pieces first to be printed. Linear in the text, with
   * bounded memory. Without any piece the output is shown as an opaque one.
   */
  extract(source: EvidenceSource): EvidenceView;
}
