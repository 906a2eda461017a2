/** One candidate for the evidence: text that is printed whole or not at all. */
export interface Piece {
  /** Where it stands in the original; pieces are printed in this order. Lines count from 0. */
  readonly order: number;
  readonly text: string;
  /** A shorter form that is used when the essential pieces do not fit otherwise. */
  readonly brief?: string;
  /** What goes first when not everything fits; `ESSENTIAL_VALUE` and above is what the evidence is for. */
  readonly value: number;
  /** A heading printed once above the pieces that share it. */
  readonly group?: string;
  /** How many lines of the original it stands for; 0 for what the view says itself. */
  readonly lines: number;
}

export const ESSENTIAL_VALUE = 80;

/** What one kind of output offers the packer. */
export interface EvidenceView {
  readonly pieces: readonly Piece[];
  /** Short statements for the header line, such as a count of matches. */
  readonly facts: readonly string[];
  /** Pieces are lines of the original: what is left out between two of them is marked. */
  readonly marksGaps: boolean;
  /** What stands between two pieces; a line break where it is not said. */
  readonly separator?: string;
}
