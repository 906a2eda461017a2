import { describe, expect, it } from "vitest";
import { recognizeOverflow } from "./recognize-overflow.js";
import { OVERFLOW_PATTERNS } from "./overflow-patterns.js";

const NUMBERS: Record<string, { limit?: number; requested?: number }> = {
  "OpenAI Chat, DeepSeek": { limit: 131_072, requested: 132_018 },
  "OpenAI Chat, OpenRouter, vLLM": { limit: 128_000, requested: 130_412 },
  "OpenAI and compatible": { limit: 32_768 },
  vLLM: { limit: 8_192, requested: 9_000 },
  Qwen: { limit: 258_048 },
  Gemini: { limit: 1_048_576, requested: 1_200_000 },
  "llama.cpp": { limit: 8_192, requested: 9_120 },
  xAI: { limit: 256_000, requested: 301_220 },
  Mistral: { limit: 131_072, requested: 140_000 },
  "GitHub Copilot": { limit: 128_000, requested: 135_211 },
  Cerebras: { limit: 65_536, requested: 70_112 },
};

describe("recognizeOverflow", () => {
  it.each(OVERFLOW_PATTERNS.map(({ provider, example }) => [provider, example]))(
    "recognizes the refusal of %s",
    (provider, example) => {
      expect(recognizeOverflow(example)).toMatchObject({ overflow: true, ...NUMBERS[provider] });
    },
  );

  it("finds each example by its own pattern first", () => {
    for (const { pattern, example } of OVERFLOW_PATTERNS) {
      expect(OVERFLOW_PATTERNS.find((row) => row.pattern.test(example))?.pattern).toBe(pattern);
    }
  });

  it.each([
    ["prompt is too long: 215,310 tokens > 200,000 maximum", 200_000, 215_310],
    ["Your request exceeded model token limit: 262144 (requested: 270001)", 262_144, 270_001],
    ["input length and `max_tokens` exceed context limit: 198000 + 8192 > 200000", 200_000, 198_000],
    [
      "this model's maximum context length is 8192 tokens, but the prompt contains 9001 input tokens",
      8_192,
      9_001,
    ],
    [
      "This endpoint's maximum context length is 1,048,576 tokens. However, you requested about 1,100,000 tokens",
      1_048_576,
      1_100_000,
    ],
    ["'max_tokens' is too large. This model's maximum context length is 4096. However", 4_096, undefined],
  ])("reads the numbers of %s", (text, limit, requested) => {
    expect(recognizeOverflow(text)).toEqual({
      overflow: true,
      limit,
      ...(requested === undefined ? {} : { requested }),
    });
  });

  it("reads the error classes of the OpenAI and Anthropic SDKs", () => {
    const openai = Object.assign(new Error("400 Your input is too much."), {
      status: 400,
      code: "context_length_exceeded",
      error: { code: "context_length_exceeded", message: "Your input is too much." },
    });
    expect(recognizeOverflow(openai)).toEqual({ overflow: true });
    const anthropic = Object.assign(new Error("400 status code"), {
      status: 400,
      error: {
        type: "error",
        error: {
          type: "invalid_request_error",
          message: "prompt is too long: 201000 tokens > 200000 maximum",
        },
      },
    });
    expect(recognizeOverflow(anthropic)).toEqual({ overflow: true, limit: 200_000, requested: 201_000 });
  });

  it("reads causes, retries, aggregates, response bodies and events of a stream", () => {
    const message = "maximum context length is 8192 tokens";
    const found = { overflow: true, limit: 8_192 };
    expect(recognizeOverflow(new Error("failed", { cause: new Error("again", { cause: message }) }))).toEqual(
      found,
    );
    expect(
      recognizeOverflow({ lastError: { responseBody: JSON.stringify({ error: { message } }) } }),
    ).toEqual(found);
    expect(recognizeOverflow(new AggregateError([new Error("one"), new Error(message)]))).toEqual(found);
    expect(recognizeOverflow({ error: { message: "Provider error", metadata: { raw: message } } })).toEqual(
      found,
    );
    expect(recognizeOverflow({ type: "response.failed", response: { error: { message } } })).toEqual(found);
    expect(
      recognizeOverflow({ base_resp: { status_code: 2013, status_msg: "context window exceeds limit" } }),
    ).toEqual({ overflow: true });
  });

  it.each([
    ["GLM's code", { error: { code: 1261, message: "" } }],
    ["a stop reason", { stop_reason: "model_context_window_exceeded" }],
    ["a bare code", "context_length_exceeded"],
    ["a status of 413 without a body", { status: 413 }],
  ])("recognizes %s", (_, error) => {
    expect(recognizeOverflow(error)).toEqual({ overflow: true });
  });

  it.each([
    [
      "a rate limit",
      "Rate limit reached for gpt-5: too many tokens per min (TPM): Limit 30000, Requested 40000",
    ],
    ["a throttled request", "ThrottlingException: too many tokens, please wait"],
    ["too many requests", { status: 429, message: "maximum context length is 8192 tokens" }],
    ["an exhausted quota", { code: "insufficient_quota", message: "token limit exceeded for your plan" }],
    [
      "one string that is too long",
      { code: "string_above_max_length", message: "maximum length 10485760, too many tokens" },
    ],
    ["a missing key", { status: 401, message: "Incorrect API key" }],
    ["an ordinary bad request", { status: 400, message: "Unknown parameter: 'foo'" }],
    ["a refused connection", new Error("connect ECONNREFUSED")],
    ["nothing", undefined],
    ["a number", 413],
    ["an empty object", {}],
  ])("does not take %s for an overflow", (_, error) => {
    expect(recognizeOverflow(error)).toEqual({ overflow: false });
  });

  it("ignores numbers that are no count of tokens", () => {
    expect(recognizeOverflow("maximum context length is 9999999999999999 tokens")).toEqual({
      overflow: true,
    });
    expect(recognizeOverflow("maximum context length is 0 tokens")).toEqual({ overflow: true });
  });

  it("survives cycles, throwing getters and bottomless causes", () => {
    const cycle: Record<string, unknown> = { message: "round" };
    cycle["cause"] = cycle;
    expect(recognizeOverflow(cycle)).toEqual({ overflow: false });
    const hostile = {
      get message(): string {
        throw new Error("no");
      },
      cause: "prompt is too long",
    };
    expect(recognizeOverflow(hostile)).toEqual({ overflow: true });
    let deep: unknown = "prompt is too long";
    for (let level = 0; level < 10_000; level++) deep = { cause: deep };
    expect(recognizeOverflow(deep)).toEqual({ overflow: false });
  });

  it("reads the first 64 KB of what an error says", () => {
    expect(recognizeOverflow(`${" ".repeat(60_000)}prompt is too long`).overflow).toBe(true);
    expect(recognizeOverflow(`${" ".repeat(70_000)}prompt is too long`).overflow).toBe(false);
    const nested = { message: "x".repeat(10_000_000), cause: "prompt is too long" };
    expect(recognizeOverflow(nested).overflow).toBe(false);
  });

  it("has only patterns whose repetitions are bounded", () => {
    for (const { pattern } of OVERFLOW_PATTERNS) {
      expect(pattern.source.replaceAll(/\[[^\]]*\]/g, "[]")).not.toMatch(/[*+](?!\d| )|\{\d+,\}/);
    }
  });
});
