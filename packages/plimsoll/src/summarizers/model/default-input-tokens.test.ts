import { describe, expect, it } from "vitest";
import { defaultInputTokens } from "./default-input-tokens.js";

describe("defaultInputTokens", () => {
  it("is the window without the answer and the margin", () => {
    const models = { mine: { contextWindow: 100_000, effectiveShare: 0.9 } };
    expect(defaultInputTokens("mine", 10_000, models)).toBe(81_000);
  });

  it("keeps to what the provider takes as input where that is less", () => {
    const models = { mine: { contextWindow: 100_000, maxInput: 50_000, effectiveShare: 0.9 } };
    expect(defaultInputTokens("mine", 10_000, models)).toBe(45_000);
  });

  it("leaves half of a small window to the input, and something to a model that nobody knows", () => {
    expect(defaultInputTokens("tiny", 10_000, { tiny: { contextWindow: 8000, effectiveShare: 1 } })).toBe(
      4000,
    );
    expect(defaultInputTokens("nobody-knows", 5000)).toBe(110_700);
  });
});
