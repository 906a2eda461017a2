import type { ModelPrices } from "../tokens/prices.js";
import type { LoadPoint } from "./load-line.js";

/** What the input of each request cost. */
export function withCosts(
  points: readonly Omit<LoadPoint, "cost">[],
  prices: ModelPrices | undefined,
): LoadPoint[] {
  return points.map((point) => {
    const cached = (point.cached ?? 0) * point.tokens;
    const cost = prices
      ? ((point.tokens - cached) * prices.input + cached * prices.cachedInput) / 1_000_000
      : null;
    return { ...point, cost };
  });
}
