import { describe, expect, it } from "vitest";
import { lookUpModel } from "./look-up-model.js";
import { MODELS } from "./models.js";

describe("lookUpModel", () => {
  it("knows every model of the table by its own name", () => {
    for (const [name, data] of Object.entries(MODELS)) {
      const { known, contextWindow, maxOutput } = lookUpModel(name);
      expect({ known, contextWindow, maxOutput }, name).toEqual({
        known: true,
        contextWindow: data.contextWindow,
        maxOutput: data.maxOutput,
      });
    }
  });

  it.each([
    ["gpt-5-reasoning", 400_000],
    ["gpt-5.1-codex-max", 400_000],
    ["gpt-5.4-mini-2026-03-01", 400_000],
    ["gpt-5.4-2026-03-01", 1_050_000],
    ["gpt-4o-2024-08-06", 128_000],
    ["gpt-4-0613", 8_192],
    ["openai/gpt-4.1-mini", 1_047_576],
    ["o4-mini-high", 200_000],
    ["anthropic/claude-sonnet-4.5", 200_000],
    ["claude-sonnet-4-6@20260201", 1_000_000],
    ["us.anthropic.claude-opus-4-5-20251101-v1:0", 200_000],
    ["openrouter/anthropic/claude-opus-4.7", 1_000_000],
    ["models/gemini-3.1-pro-preview", 1_048_576],
    ["accounts/fireworks/models/kimi-k2-thinking", 262_144],
    ["MiniMax-M2.1", 204_800],
    ["zai-org/GLM-5.2", 1_000_000],
    ["gpt-oss:20b", 131_072],
  ])("finds the family of %s", (name, contextWindow) => {
    expect(lookUpModel(name)).toMatchObject({ model: name, known: true, contextWindow });
  });

  it.each(["", "my-own-model", "gpt-4omni", "o33", "__proto__", "constructor", "/", "x".repeat(100_000)])(
    "gives a safe default for the unknown model %.20s",
    (name) => {
      expect(lookUpModel(name)).toEqual({
        model: name,
        known: false,
        knownOutput: false,
        contextWindow: 128_000,
        maxOutput: 4_096,
        effectiveShare: 0.9,
        encoding: "o200k_base",
      });
    },
  );

  it("fills in share and encoding, and keeps those that a model has of its own", () => {
    expect(lookUpModel("gpt-5")).toMatchObject({
      effectiveShare: 0.95,
      encoding: "o200k_base",
      maxInput: 272_000,
    });
    expect(lookUpModel("gpt-4-turbo").encoding).toBe("cl100k_base");
    expect(lookUpModel("glm-5.1").effectiveShare).toBe(0.5);
  });

  it("applies an override to the model it names alone", () => {
    const overrides = { "gpt-5": { contextWindow: 100_000 } };
    const { contextWindow, maxInput, maxOutput } = lookUpModel("openai/gpt-5", overrides);
    expect({ contextWindow, maxInput, maxOutput }).toEqual({ contextWindow: 100_000, maxOutput: 128_000 });
    expect(lookUpModel("gpt-5-mini", overrides).contextWindow).toBe(400_000);
  });

  it("knows a model that only an override describes", () => {
    const entry = lookUpModel("my-own-model", {
      "my-own-model": { contextWindow: 32_000, maxOutput: 2_000 },
    });
    expect(entry).toMatchObject({ known: true, contextWindow: 32_000, maxOutput: 2_000 });
    expect(lookUpModel("my-own-model", { "my-own-model": { maxOutput: 2_000 } }).known).toBe(false);
  });

  it("claims sane numbers throughout the table", () => {
    for (const [name, data] of Object.entries(MODELS)) {
      expect(data.maxOutput, name).toBeLessThan(data.contextWindow);
      expect(data.maxInput ?? 1, name).toBeLessThan(data.contextWindow);
      expect(data.effectiveShare ?? 0.95, name).toBeLessThanOrEqual(1);
    }
  });
});
