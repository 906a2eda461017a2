import type { TokenEstimator } from "../tokens/token-estimator.js";

/** Four characters are a token: fast and easy to compute by hand, for tests of budgets. */
export const characterEstimator: TokenEstimator = {
  name: "characters",
  count: (text) => Math.ceil(text.length / 4),
};
