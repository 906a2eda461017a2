import { describe, expect, it } from "vitest";
import { vendorFailure } from "./vendor-failure.js";

describe("a refusal", () => {
  it.each<[string, number, unknown, string]>([
    [
      "OpenAI's quota",
      429,
      { error: { code: "insufficient_quota", message: "You exceeded your current quota" } },
      "insufficient_quota",
    ],
    [
      "OpenAI's rate limit",
      429,
      { error: { code: "rate_limit_exceeded", message: "Rate limit reached" } },
      "rate_limit_exceeded",
    ],
    [
      "Kimi's load",
      429,
      {
        error: {
          message: "The engine is currently overloaded, please try again later",
          type: "engine_overloaded_error",
        },
      },
      "server_is_overloaded",
    ],
    [
      "Kimi's balance",
      429,
      { error: { type: "exceeded_current_quota_error", message: "suspended" } },
      "insufficient_quota",
    ],
    [
      "Kimi Code's limit",
      403,
      { error: { message: "You've reached your usage limit for this billing cycle" } },
      "insufficient_quota",
    ],
    [
      "Kimi Code's list",
      403,
      { error: { type: "access_terminated_error", message: "only available for Coding Agents" } },
      "insufficient_quota",
    ],
    [
      "GLM's balance",
      429,
      { error: { code: "1113", message: "Insufficient balance" } },
      "insufficient_quota",
    ],
    [
      "GLM's rate",
      429,
      { error: { code: "1302", message: "High concurrency usage of this API" } },
      "rate_limit_exceeded",
    ],
    ["GLM's model", 400, { error: { code: "1211", message: "Unknown Model" } }, "model_not_found"],
    [
      "GLM's window",
      400,
      { error: { code: "1261", message: "Prompt exceeds max length" } },
      "context_length_exceeded",
    ],
    [
      "MiniMax's balance",
      200,
      { base_resp: { status_code: 1008, status_msg: "insufficient balance" } },
      "insufficient_quota",
    ],
    [
      "MiniMax's rate",
      200,
      { base_resp: { status_code: 1002, status_msg: "rate limit" } },
      "rate_limit_exceeded",
    ],
    [
      "MiniMax's key",
      200,
      { base_resp: { status_code: 2049, status_msg: "invalid api key" } },
      "authentication_error",
    ],
    ["DeepSeek's balance", 402, { error: { message: "Insufficient Balance" } }, "insufficient_quota"],
    [
      "DeepSeek's model",
      400,
      { error: { message: "Model Not Exist", type: "invalid_request_error" } },
      "model_not_found",
    ],
    ["a wrong key", 401, { error: { message: "Incorrect API key provided" } }, "authentication_error"],
    [
      "an unknown model",
      404,
      { error: { code: "model_not_found", message: "The model does not exist" } },
      "model_not_found",
    ],
    ["an overloaded server", 529, "overloaded", "server_is_overloaded"],
    ["a broken server", 502, "<html>Bad gateway</html>", "server_error"],
    ["FastAPI's list", 422, { detail: [{ msg: "field required" }] }, "invalid_prompt"],
    [
      "an error in a stream with its status",
      200,
      { error: { code: 503, message: "down" } },
      "server_is_overloaded",
    ],
  ])("for %s is read", (...[, status, body, code]) => {
    expect(vendorFailure(status, body)).toMatchObject({ status, code });
  });

  it("of MiMo tells the reason that it hides, also as an event", () => {
    const error = {
      code: "400",
      message: "Param Incorrect",
      param: "The reasoning_content must be passed back.",
    };
    const told = "Param Incorrect: The reasoning_content must be passed back.";
    expect(vendorFailure(400, { error })).toMatchObject({ code: "invalid_prompt", message: told });
    expect(vendorFailure(400, `data:${JSON.stringify({ error })}`)).toMatchObject({ message: told });
  });

  it("of OpenRouter tells what the server behind it said", () => {
    const raw = "This model's maximum context length is 131072 tokens. However, you requested 140000 tokens";
    const body = { error: { code: 400, message: "Provider returned error", metadata: { raw } } };
    expect(vendorFailure(400, body)).toMatchObject({ code: "context_length_exceeded", window: 131_072 });
  });

  it.each<[Record<string, string>, string, number | undefined]>([
    [{ "retry-after": "7" }, "Please try again in 20s.", 7],
    [{}, "Please try again in 1.2s.", 1.2],
    [{}, "Please retry after 500ms", 0.5],
    [{}, "Rate limit. Try again in 2 minutes", 120],
    [{ "x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "1m6s" }, "no", 66],
    [{ "x-ratelimit-remaining-requests": "5", "x-ratelimit-reset-requests": "1m6s" }, "no", undefined],
  ])("with %j and %j asks to wait %s seconds", (headers, message, seconds) => {
    expect(vendorFailure(429, { error: { message } }, headers).retryAfterSeconds).toBe(seconds);
  });

  it("holds no key", () => {
    const { message } = vendorFailure(401, {
      error: { message: "Incorrect API key provided: sk-proj-abcdefghijklmnop1234." },
    });
    expect(message).not.toContain("abcdefghijklmnop");
  });
});
