/** One candidate for the evidence: text that is printed whole or not at all. */
export interface Piece {
  /** Its position in the original; pieces are printed in this order. Lines count from 0. */
  readonly order: number;
  readonly text: string;
  /** A shorter form that is used when the essential pieces do not fit otherwise. */
  readonly brief?: string;
  /** Its priority if not everything fits; `ESSENTIAL_VALUE` and above is the purpose of the evidence. */
  readonly value: number;
  /** A heading printed once above the pieces that share it. */
  readonly group?: string;
  /** How many lines of the original it covers; 0 for the view's own words. */
  readonly lines: number;
}

export const ESSENTIAL_VALUE = 80;

/** What one kind of output offers the packer. */
export interface EvidenceView {
  readonly pieces: readonly Piece[];
  /** Short statements for the header line, such as a count of matches. */
  readonly facts: readonly string[];
  /** Pieces are lines of the original: gaps between them are marked. */
  readonly marksGaps: boolean;
  /** The separator of two pieces; by default a line break. */
  readonly separator?: string;
}
