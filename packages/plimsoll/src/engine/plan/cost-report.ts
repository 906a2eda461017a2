/** In dollars. */
export interface CostEstimate {
  /** What the coming requests cost less for being shorter. */
  readonly saves: number;
  /** The summary's request. */
  readonly summary: number;
  /** What follows the first change is sent uncached once. */
  readonly prefix: number;
  /** Compactions within the coming requests: this one and those after it, and those where this one is not made. */
  readonly compactions: { readonly now: number; readonly waiting: number };
  /** What is saved less what is spent; below zero if it is cheaper to wait. */
  readonly net: number;
}

/** What was found out about the price of a compaction, for the decision and its event. */
export interface CostReport {
  /** The turns that were looked ahead, and what the session's turns were like so far. */
  readonly turns: number;
  readonly requestsPerTurn: number;
  readonly tokensPerTurn: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** Absent where a price is not known: then nothing is decided by cost. */
  readonly estimate?: CostEstimate;
  /** One sentence with the numbers in it. */
  readonly reason: string;
}
