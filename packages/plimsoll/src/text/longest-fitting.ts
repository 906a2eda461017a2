import { largestWhere } from "../collections/largest-where.js";

export interface FittingOptions {
  readonly tokens: number;
  count(text: string): number;
}

/** The longest of texts that grow with each of their ends, within the tokens; empty if none is. */
export function longestFitting(
  ends: readonly number[],
  { tokens, count }: FittingOptions,
  textTo: (end: number) => string,
): string {
  const last = largestWhere(0, ends.length - 1, (index) => count(textTo(ends[index] ?? 0)) <= tokens);
  return last < 0 ? "" : textTo(ends[last] ?? 0);
}
