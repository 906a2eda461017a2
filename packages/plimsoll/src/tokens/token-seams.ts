/**
 * What an estimator knows about its counts without counting: where one token certainly ends and another begins.
 */
export interface TokenSeams {
  /** Never more than the count of `text`; looks no further once it is over `limit`. */
  atLeast(text: string, limit: number): number;
  /** True if the count of all parts joined is certain to be the sum of their counts. */
  addUp(parts: readonly string[]): boolean;
}

/** Counts texts, with optional cheaper answers. */
export interface TextCounter {
  count(text: string): number;
  /** Like `count`, for a text that will not be counted again. @default count */
  countOnce?(text: string): number;
  /** The count of a text if it was counted before. */
  known?(text: string): number | undefined;
  readonly seams?: TokenSeams | undefined;
}
