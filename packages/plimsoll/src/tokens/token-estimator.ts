import type { TokenSeams } from "./token-seams.js";

/** Counts the tokens of a text. Pure and synchronous; linear in the text's length for any input. */
export interface TokenEstimator {
  /** Names the method in events and reports: `o200k_base`, `heuristic`. */
  readonly name: string;
  /** Tokens of `text`; 0 for the empty string, never negative, never throws. */
  count(text: string): number;
  /** Positions where its counts add up; absent if the estimator knows none. */
  readonly seams?: TokenSeams;
}
