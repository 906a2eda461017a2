/** In dollars. */
export interface CostEstimate {
  /** Savings on the coming requests because they are shorter. */
  readonly saves: number;
  /** The summary's request. */
  readonly summary: number;
  /** The cost of sending everything after the first change uncached once. */
  readonly prefix: number;
  /** Compactions within the coming requests: if this one is made now, and if it waits. */
  readonly compactions: { readonly now: number; readonly waiting: number };
  /** Savings minus costs; negative if waiting is cheaper. */
  readonly net: number;
}

/** The price of a compaction, for the decision and its event. */
export interface CostReport {
  /** The number of turns considered, and the averages of the session so far. */
  readonly turns: number;
  readonly requestsPerTurn: number;
  readonly tokensPerTurn: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** Absent if a price is unknown: then cost decides nothing. */
  readonly estimate?: CostEstimate;
  /** One sentence with the numbers in it. */
  readonly reason: string;
}
