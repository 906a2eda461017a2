import { describe, expect, it } from "vitest";
import type { UpstreamEvent } from "../protocol.js";
import { readStream, testRequest, testVendor, user } from "../protocol-test-support.js";
import { geminiProtocol } from "./gemini-protocol.js";

const from = { request: testRequest([user("x")], { model: "gemini-3-pro" }), vendor: testVendor("gemini") };
const read = (...chunks: unknown[]) =>
  readStream(
    geminiProtocol,
    chunks.map((data): UpstreamEvent => ({ event: "", data })),
    from,
  );
const chunk = (parts: object[], candidate: object = {}, rest: object = {}) => ({
  candidates: [{ content: { role: "model", parts }, index: 0, ...candidate }],
  ...rest,
});
const STOP = { finishReason: "STOP" };

describe("a stream of Gemini", () => {
  it("is read as thoughts, text, and whole calls with their signatures before them", () => {
    const usageMetadata = {
      promptTokenCount: 100,
      toolUsePromptTokenCount: 5,
      cachedContentTokenCount: 40,
      candidatesTokenCount: 10,
      thoughtsTokenCount: 7,
      totalTokenCount: 122,
    };
    expect(
      read(
        chunk([{ text: "Hm.", thought: true }], {}, { usageMetadata: { promptTokenCount: 100 } }),
        chunk([{ text: "Let us " }]),
        chunk([{ text: "see." }]),
        chunk([
          { functionCall: { name: "list_files", args: { path: "." } }, thoughtSignature: "c2ln" },
          { functionCall: { id: "c2", name: "list_files" } },
        ]),
        chunk([{ text: "" }], STOP, { usageMetadata }),
      ),
    ).toEqual([
      { type: "reasoning", delta: "Hm." },
      { type: "text", delta: "Let us " },
      { type: "text", delta: "see." },
      { type: "reasoning_payload", kind: "thoughtSignature", data: { signature: "c2ln", call: 0 } },
      { type: "call", key: "call_0", id: "", name: "list_files" },
      { type: "arguments", key: "call_0", delta: '{"path":"."}' },
      { type: "call_end", key: "call_0" },
      { type: "call", key: "call_1", id: "c2", name: "list_files" },
      { type: "arguments", key: "call_1", delta: "{}" },
      { type: "call_end", key: "call_1" },
      {
        type: "usage",
        usage: {
          inputTokens: 105,
          cachedTokens: 40,
          cacheWriteTokens: 0,
          outputTokens: 17,
          reasoningTokens: 7,
        },
      },
      { type: "end", reason: "completed" },
    ]);
  });

  it("gives the signature of a text behind it, wherever it stood", () => {
    expect(read(chunk([{ text: "a" }]), chunk([{ text: "", thoughtSignature: "c2ln" }], STOP))).toEqual([
      { type: "text", delta: "a" },
      { type: "reasoning_payload", kind: "thoughtSignature", data: { signature: "c2ln" } },
      { type: "end", reason: "completed" },
    ]);
    expect(read(chunk([{ text: "a", thoughtSignature: "c2ln" }]), chunk([{ text: "b" }], STOP))).toEqual([
      { type: "text", delta: "a" },
      { type: "text", delta: "b" },
      { type: "reasoning_payload", kind: "thoughtSignature", data: { signature: "c2ln" } },
      { type: "end", reason: "completed" },
    ]);
  });

  it.each([
    ["STOP", { type: "end", reason: "completed" }],
    ["MAX_TOKENS", { type: "end", reason: "max_output_tokens" }],
    ["SAFETY", { type: "end", reason: "content_filter" }],
    ["RECITATION", { type: "end", reason: "content_filter" }],
    ["PROHIBITED_CONTENT", { type: "end", reason: "content_filter" }],
    ["SPII", { type: "end", reason: "content_filter" }],
    ["MALFORMED_FUNCTION_CALL", { type: "failed", code: "server_error" }],
    ["UNEXPECTED_TOOL_CALL", { type: "failed", code: "server_error" }],
    ["OTHER", { type: "failed", code: "server_error" }],
    ["NEWEST_REASON", { type: "end", reason: "completed" }],
  ])("that finishes with %s ends so", (finishReason, end) => {
    expect(read(chunk([{ text: "a" }], { finishReason, finishMessage: "why" })).at(-1)).toMatchObject(end);
  });

  it("says why the model stumbled", () => {
    const finish = {
      finishReason: "MALFORMED_FUNCTION_CALL",
      finishMessage: "Malformed function call: print(",
    };
    expect(read(chunk([], finish)).at(-1)).toEqual({
      type: "failed",
      code: "server_error",
      message: "The model ended its answer with MALFORMED_FUNCTION_CALL: Malformed function call: print(",
    });
  });

  it("of a blocked prompt ends as filtered", () => {
    expect(
      read({ promptFeedback: { blockReason: "SAFETY" }, usageMetadata: { promptTokenCount: 4 } }),
    ).toEqual([
      {
        type: "usage",
        usage: { inputTokens: 4, cachedTokens: 0, cacheWriteTokens: 0, outputTokens: 0, reasoningTokens: 0 },
      },
      { type: "end", reason: "content_filter" },
    ]);
  });

  it("tells of searches and their sources once", () => {
    const groundingMetadata = {
      webSearchQueries: ["tides", 5],
      groundingChunks: [{ web: { uri: "https://a.example", title: "A" } }, { web: {} }, {}],
    };
    expect(
      read(
        chunk([{ text: "a" }], { groundingMetadata }),
        chunk([{ text: "b" }], { ...STOP, groundingMetadata }),
      ),
    ).toEqual([
      { type: "text", delta: "a" },
      { type: "citation", url: "https://a.example", title: "A" },
      { type: "web_search", query: "tides" },
      { type: "text", delta: "b" },
      { type: "end", reason: "completed" },
    ]);
  });

  it.each([[[]], [[chunk([{ text: "a" }])]], [["[DONE]"]], [[null, 5, [], {}]]])(
    "of %j fails: it is never completed by guessing",
    (chunks) => {
      expect(read(...chunks).at(-1)).toMatchObject({ type: "failed", code: "server_error" });
    },
  );

  it("with an error inside fails once", () => {
    const error = { error: { code: 503, message: "The model is overloaded.", status: "UNAVAILABLE" } };
    const failed = { type: "failed", code: "server_is_overloaded", message: "The model is overloaded." };
    expect(read(chunk([{ text: "a" }]), error, chunk([{ text: "b" }], STOP)).slice(1)).toEqual([failed]);
    expect(read([error])).toEqual([failed]);
  });

  it("passes over parts that it does not know", () => {
    const odd = [{ executableCode: { code: "1" } }, { functionCall: "x" }, { text: 5 }, { inlineData: {} }];
    expect(read(chunk(odd as object[], STOP))).toEqual([{ type: "end", reason: "completed" }]);
  });
});

describe("a refusal of Gemini", () => {
  const refuse = (code: number, status: string, error: { message: string; details?: object[] }) =>
    geminiProtocol.readFailure(code, { error: { code, status, ...error } }, {});

  it.each([
    [400, "INVALID_ARGUMENT", "Please use a valid role", "invalid_prompt"],
    [403, "PERMISSION_DENIED", "no", "authentication_error"],
    [404, "NOT_FOUND", "models/x is not found", "model_not_found"],
    [429, "RESOURCE_EXHAUSTED", "Resource has been exhausted", "rate_limit_exceeded"],
    [500, "INTERNAL", "An internal error", "server_error"],
    [503, "UNAVAILABLE", "The model is overloaded", "server_is_overloaded"],
    [504, "DEADLINE_EXCEEDED", "slow", "server_error"],
  ])("%i %s is told in the words of the gateway", (...[code, status, message, told]) => {
    expect(refuse(code, status, { message })).toEqual({ status: code, code: told, message });
  });

  it("names the window and the time to wait", () => {
    expect(
      refuse(400, "INVALID_ARGUMENT", {
        message: "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
      }),
    ).toMatchObject({ code: "context_length_exceeded", window: 1_048_576 });
    expect(
      refuse(429, "RESOURCE_EXHAUSTED", {
        message: "quota",
        details: [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "12.5s" }],
      }),
    ).toMatchObject({ code: "rate_limit_exceeded", retryAfterSeconds: 12.5 });
  });

  it("tells a wrong key and a used-up day from what waiting or mending helps against", () => {
    const details = [{ reason: "API_KEY_INVALID" }];
    const wrong = refuse(400, "INVALID_ARGUMENT", { message: "API key not valid.", details });
    expect(wrong.code).toBe("authentication_error");
    const violations = [{ quotaId: "GenerateRequestsPerDayPerProjectPerModel-FreeTier" }];
    const usedUp = refuse(429, "RESOURCE_EXHAUSTED", { message: "quota", details: [{ violations }] });
    expect(usedUp.code).toBe("insufficient_quota");
  });

  it("may come in a list, or be no JSON", () => {
    const body = [{ error: { code: 404, message: "no model", status: "NOT_FOUND" } }];
    expect(geminiProtocol.readFailure(404, body, {})).toMatchObject({
      code: "model_not_found",
      message: "no model",
    });
    expect(geminiProtocol.readFailure(502, "<html>", {})).toMatchObject({ code: "server_error" });
  });
});
