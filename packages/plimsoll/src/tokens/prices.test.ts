import { describe, expect, it } from "vitest";
import { lookUpModel } from "./look-up-model.js";
import { lookUpPrices, PRICES } from "./prices.js";

describe("lookUpPrices", () => {
  it("knows every model of the table, each of which the catalogue knows too", () => {
    for (const [name, prices] of Object.entries(PRICES)) {
      expect(lookUpPrices(name), name).toEqual(prices);
      expect(lookUpModel(name).known, name).toBe(true);
      expect(prices.cachedInput, name).toBeLessThanOrEqual(prices.input);
      expect(prices.output, name).toBeGreaterThan(prices.input);
    }
  });

  it.each([
    ["gpt-5-2025-08-07", 1.25],
    ["openai/gpt-5.4-mini-2026-03-01", 0.75],
    ["anthropic/claude-sonnet-4.5", 3],
    ["us.anthropic.claude-opus-4-5-20251101-v1:0", 5],
    ["claude-sonnet-4-20250514", 3],
    ["models/gemini-2.5-pro-preview-05-06", 1.25],
  ])("takes %s for a snapshot of a model that it knows", (name, input) => {
    expect(lookUpPrices(name)?.input).toBe(input);
  });

  it.each([
    "gpt-5-pro",
    "gpt-5.9",
    "claude-sonnet-4-9",
    "o3-pro",
    "gpt-4o-audio",
    "acme",
    "",
    "-".repeat(300),
  ])("has no price for %j: another version or size costs something else", (name) => {
    expect(lookUpPrices(name)).toBeUndefined();
  });

  it("takes overrides over the table, one by one, under any spelling of the name", () => {
    expect(lookUpPrices("gpt-5", { "openai/gpt-5": { output: 7 } })).toEqual({
      input: 1.25,
      cachedInput: 0.125,
      output: 7,
    });
    expect(lookUpPrices("acme", { acme: { input: 1, output: 2 } })).toEqual({
      input: 1,
      cachedInput: 1,
      output: 2,
    });
    expect(lookUpPrices("acme", { acme: { input: 1 } })).toEqual({ input: 1, cachedInput: 1 });
    expect(lookUpPrices("acme", { acme: { output: 1 } })).toBeUndefined();
  });
});
