import type { CallHints } from "../call-hints.js";
import type { EvidenceSource } from "../evidence/evidence-source.js";
import type { EvidenceView } from "../evidence/piece.js";
import type { TextSample } from "../text-sample.js";

/** The input for recognising a kind. */
export interface RecognisedOutput {
  readonly text: string;
  /** The start of the payload after a tool's own preamble. */
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
   * The parts of the output that are worth their tokens, the most valuable pieces first. Linear in the text, with
   * bounded memory. Without any piece the output is shown as opaque.
   */
  extract(source: EvidenceSource): EvidenceView;
}
