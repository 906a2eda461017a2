import { lookUpModel, type ModelOverrides } from "../../tokens/look-up-model.js";

/** Tokens that a model can answer with at most; without limit where nobody knows. */
export function outputLimit(model: string, overrides: ModelOverrides = {}): number {
  const { maxOutput, knownOutput } = lookUpModel(model, overrides);
  return knownOutput ? maxOutput : Number.POSITIVE_INFINITY;
}

/** What an answer may take of a small window. */
const MAX_OUTPUT_SHARE = 0.5;

/**
 * Tokens that one request to `model` may have where nobody sets a limit: its window without the answer, and
 * without the share that the catalogue keeps free.
 */
export function defaultInputTokens(
  model: string,
  outputTokens: number,
  overrides: ModelOverrides = {},
): number {
  const { contextWindow, maxInput = contextWindow, effectiveShare } = lookUpModel(model, overrides);
  const output = Math.min(outputTokens, contextWindow * MAX_OUTPUT_SHARE);
  return Math.floor(Math.min(maxInput, contextWindow - output) * effectiveShare);
}
