import { describe, expect, it } from "vitest";
import { normalizeUsage } from "./normalize-usage.js";

describe("normalizeUsage", () => {
  it.each([
    [
      "OpenAI Responses",
      {
        input_tokens: 100,
        input_tokens_details: { cached_tokens: 40 },
        output_tokens: 20,
        total_tokens: 120,
      },
      [100, 20, 40],
    ],
    [
      "OpenAI Chat",
      { prompt_tokens: 100, completion_tokens: 20, prompt_tokens_details: { cached_tokens: 64 } },
      [100, 20, 64],
    ],
    ["DeepSeek", { prompt_tokens: 100, completion_tokens: 20, prompt_cache_hit_tokens: 30 }, [100, 20, 30]],
    ["Kimi", { prompt_tokens: 100, completion_tokens: 20, cached_tokens: 10 }, [100, 20, 10]],
    [
      "Anthropic",
      { input_tokens: 5, cache_read_input_tokens: 80, cache_creation_input_tokens: 15, output_tokens: 20 },
      [100, 20, 80],
    ],
    [
      "Anthropic without a cache",
      {
        input_tokens: 100,
        cache_read_input_tokens: null,
        cache_creation_input_tokens: null,
        output_tokens: 20,
      },
      [100, 20, 0],
    ],
    [
      "Gemini",
      {
        promptTokenCount: 90,
        toolUsePromptTokenCount: 10,
        candidatesTokenCount: 12,
        thoughtsTokenCount: 8,
        cachedContentTokenCount: 50,
      },
      [100, 20, 50],
    ],
    ["the AI SDK", { inputTokens: 100, outputTokens: 20, cachedInputTokens: 7 }, [100, 20, 7]],
    [
      "the AI SDK's details",
      { inputTokens: 100, outputTokens: 20, inputTokenDetails: { cacheReadTokens: 8 } },
      [100, 20, 8],
    ],
    [
      "an AI SDK provider",
      { inputTokens: { total: 100, noCache: 91, cacheRead: 9 }, outputTokens: { total: 20 } },
      [100, 20, 9],
    ],
    ["an older AI SDK", { promptTokens: 100, completionTokens: 20 }, [100, 20, 0]],
    [
      "LangChain",
      { usage_metadata: { input_tokens: 100, output_tokens: 20, input_token_details: { cache_read: 11 } } },
      [100, 20, 11],
    ],
    ["a whole response", { id: "resp_1", usage: { input_tokens: 100, output_tokens: 20 } }, [100, 20, 0]],
    ["a whole Gemini response", { usageMetadata: { promptTokenCount: 100 } }, [100, 0, 0]],
  ])("reads %s", (_, usage, [inputTokens, outputTokens, cachedTokens]) => {
    expect(normalizeUsage(usage)).toEqual({ inputTokens, outputTokens, cachedTokens });
  });

  it("never reports more cached tokens than input tokens", () => {
    expect(normalizeUsage({ prompt_tokens: 10, cached_tokens: 90 })?.cachedTokens).toBe(10);
  });

  it.each([
    ["nothing", undefined],
    ["null", null],
    ["a text", "100"],
    ["a number", 100],
    ["an empty object", {}],
    ["output alone", { output_tokens: 20 }],
    ["no input at all", { input_tokens: 0, output_tokens: 0 }],
    ["input that is no number", { input_tokens: "100" }],
    ["NaN", { inputTokens: Number.NaN, outputTokens: 5 }],
    ["a negative count", { prompt_tokens: -1, completion_tokens: 5 }],
    ["a wrapper around nothing", { usage: null }],
  ])("gives nothing for %s", (_, usage) => {
    expect(normalizeUsage(usage)).toBeUndefined();
  });
});
