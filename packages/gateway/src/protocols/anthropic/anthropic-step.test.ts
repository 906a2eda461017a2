import { describe, expect, it } from "vitest";
import type { TranslatedRequest } from "../../translation/translated-request.js";
import type { UpstreamEvent } from "../protocol.js";
import { LIST_FILES, readStream, testRequest, testVendor, user } from "../protocol-test-support.js";
import { anthropicProtocol } from "./anthropic-protocol.js";

const vendor = testVendor("anthropic");
const event = (type: string, fields: object = {}): UpstreamEvent => ({
  event: type,
  data: { type, ...fields },
});
const begin = (index: number, content_block: object) =>
  event("content_block_start", { index, content_block });
const delta = (index: number, type: string, fields: object) =>
  event("content_block_delta", { index, delta: { type, ...fields } });
const close = (index: number) => event("content_block_stop", { index });
const START = event("message_start", {
  message: {
    id: "msg_1",
    usage: {
      input_tokens: 10,
      cache_read_input_tokens: 100,
      cache_creation_input_tokens: 5,
      output_tokens: 1,
    },
  },
});
const finish = (stop_reason: string | null, usage: object = { output_tokens: 20 }) => [
  event("message_delta", { delta: { stop_reason, stop_sequence: null }, usage }),
  event("message_stop"),
];
const USAGE = {
  type: "usage",
  usage: { inputTokens: 115, cachedTokens: 100, cacheWriteTokens: 5, outputTokens: 20, reasoningTokens: 0 },
};

function read(events: readonly UpstreamEvent[], settings: Partial<TranslatedRequest> = {}) {
  return readStream(anthropicProtocol, events, {
    request: testRequest([user("x")], { tools: [LIST_FILES], ...settings }),
    vendor,
  });
}
const without = (types: readonly string[], events: ReturnType<typeof read>) =>
  events.filter(({ type }) => !types.includes(type));

describe("a stream of the Messages API", () => {
  it("is read as thinking with its payload, text and parallel calls", () => {
    const events = read([
      START,
      event("ping"),
      begin(0, { type: "thinking", thinking: "", signature: "" }),
      delta(0, "thinking_delta", { thinking: "Let me " }),
      delta(0, "thinking_delta", { thinking: "look." }),
      delta(0, "signature_delta", { signature: "c2ln" }),
      close(0),
      begin(1, { type: "redacted_thinking", data: "b3Bh" }),
      close(1),
      begin(2, { type: "text", text: "" }),
      delta(2, "text_delta", { text: "Hello" }),
      close(2),
      begin(3, { type: "tool_use", id: "toolu_1", name: "list_files", input: {} }),
      delta(3, "input_json_delta", { partial_json: "" }),
      delta(3, "input_json_delta", { partial_json: '{"path":' }),
      delta(3, "input_json_delta", { partial_json: '"."}' }),
      close(3),
      begin(4, { type: "tool_use", id: "toolu_2", name: "list_files", input: {} }),
      close(4),
      ...finish("tool_use"),
    ]);
    expect(events.slice(1)).toEqual([
      { type: "reasoning", delta: "Let me " },
      { type: "reasoning", delta: "look." },
      {
        type: "reasoning_payload",
        kind: "thinking",
        data: { type: "thinking", thinking: "Let me look.", signature: "c2ln" },
      },
      {
        type: "reasoning_payload",
        kind: "redacted_thinking",
        data: { type: "redacted_thinking", data: "b3Bh" },
      },
      { type: "text", delta: "Hello" },
      { type: "call", key: "block_3", id: "toolu_1", name: "list_files" },
      { type: "arguments", key: "block_3", delta: '{"path":' },
      { type: "arguments", key: "block_3", delta: '"."}' },
      { type: "call_end", key: "block_3" },
      { type: "call", key: "block_4", id: "toolu_2", name: "list_files" },
      { type: "arguments", key: "block_4", delta: "{}" },
      { type: "call_end", key: "block_4" },
      USAGE,
      { type: "end", reason: "completed" },
    ]);
  });

  it("counts with the last numbers, not with their sum", () => {
    const [first, last] = read([
      START,
      ...finish("end_turn", {
        input_tokens: 12,
        output_tokens: 30,
        cache_read_input_tokens: null,
        output_tokens_details: { thinking_tokens: 7 },
      }),
    ]).filter(({ type }) => type === "usage");
    expect(first).toMatchObject({ usage: { inputTokens: 115, outputTokens: 1 } });
    expect(last).toMatchObject({
      usage: { inputTokens: 117, cachedTokens: 100, outputTokens: 30, reasoningTokens: 7 },
    });
  });

  it.each([
    ["end_turn", "completed"],
    ["stop_sequence", "completed"],
    ["tool_use", "completed"],
    ["compaction", "completed"],
    ["max_tokens", "max_output_tokens"],
    ["refusal", "content_filter"],
  ])("that stops with %s ends as %s", (reason, end) => {
    expect(read([START, ...finish(reason)]).at(-1)).toEqual({ type: "end", reason: end });
  });

  it("that fills the window fails as an overflow", () => {
    expect(read([START, ...finish("model_context_window_exceeded")]).at(-1)).toMatchObject({
      type: "failed",
      code: "context_length_exceeded",
    });
  });

  it.each([
    ["nothing", []],
    ["the beginning", [START, begin(0, { type: "text", text: "" }), delta(0, "text_delta", { text: "Hel" })]],
    ["an end without a reason", [START, event("message_stop")]],
    ["data that is no JSON", [START, { event: "message_delta", data: "{broken" }]],
  ])("of %s fails: it is never completed by guessing", (_, events) => {
    expect(read(events).at(-1)).toMatchObject({ type: "failed", code: "server_error" });
  });

  it("without the last event ends by the reason that was given", () => {
    expect(read([START, finish("end_turn")[0]!]).at(-1)).toEqual({ type: "end", reason: "completed" });
  });

  it.each([
    ["overloaded_error", "Overloaded", "server_is_overloaded"],
    ["api_error", "Internal server error", "server_error"],
    ["rate_limit_error", "Slow down", "rate_limit_exceeded"],
    ["invalid_request_error", "prompt is too long: 201 tokens > 200 maximum", "context_length_exceeded"],
  ])("with the error %s inside fails once, and the rest is passed over", (type, message, code) => {
    const events = read([START, event("error", { error: { type, message } }), ...finish("end_turn")]);
    expect(without(["usage"], events)).toEqual([{ type: "failed", code, message }]);
  });

  it("gives no end to a call that was cut off, but to one that is only odd", () => {
    const cut = (reason: string) =>
      read([
        START,
        begin(0, { type: "tool_use", id: "a", name: "list_files", input: {} }),
        delta(0, "input_json_delta", { partial_json: '{"path": "' }),
        close(0),
        ...finish(reason),
      ]).filter(({ type }) => type === "call_end").length;
    expect(cut("max_tokens")).toBe(0);
    expect(cut("tool_use")).toBe(1);
  });

  it("may hold the whole input of a call at its beginning", () => {
    const events = read([
      START,
      begin(0, { type: "tool_use", id: "a", name: "list_files", input: { path: "." } }),
      close(0),
      ...finish("tool_use"),
    ]);
    expect(events).toContainEqual({ type: "arguments", key: "block_0", delta: '{"path":"."}' });
  });

  it("tells of searches and citations", () => {
    const citation = {
      type: "web_search_result_location",
      url: "https://a.example",
      title: "A",
      cited_text: "x",
    };
    const events = read([
      START,
      begin(0, { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} }),
      delta(0, "input_json_delta", { partial_json: '{"query":"tides"}' }),
      close(0),
      begin(1, { type: "web_search_tool_result", tool_use_id: "srvtoolu_1", content: [] }),
      close(1),
      begin(2, { type: "text", text: "", citations: [] }),
      delta(2, "citations_delta", { citation }),
      delta(2, "citations_delta", { citation: { type: "char_location", document_title: "D" } }),
      delta(2, "text_delta", { text: "High at noon." }),
      close(2),
      ...finish("end_turn"),
    ]);
    expect(without(["usage", "end"], events)).toEqual([
      { type: "web_search", query: "tides" },
      { type: "citation", url: "https://a.example", title: "A" },
      { type: "text", delta: "High at noon." },
    ]);
  });

  it("gives an answer in a format as text, though it comes as a call", () => {
    const schema = { type: "object", properties: {} };
    const events = read(
      [
        START,
        begin(0, { type: "tool_use", id: "a", name: "answer_in_format", input: {} }),
        delta(0, "input_json_delta", { partial_json: '{"n":1}' }),
        close(0),
        ...finish("tool_use"),
      ],
      { model: "claude-sonnet-4-0", tools: [], outputFormat: { type: "json_schema", name: "n", schema } },
    );
    expect(without(["usage"], events)).toEqual([
      { type: "text", delta: '{"n":1}' },
      { type: "end", reason: "completed" },
    ]);
  });

  it("passes over what belongs to nothing", () => {
    const events = read([
      delta(0, "text_delta", { text: "stray" }),
      START,
      begin(0, { type: "text", text: "" }),
      delta(7, "text_delta", { text: "stray" }),
      delta(0, "text_delta", { text: 5 }),
      delta(0, "sound_delta", { text: "stray" }),
      event("content_block_start", { index: "0" }),
      event("content_block_delta", { index: 0 }),
      close(9),
      event("newest_event"),
      ...finish("end_turn"),
      delta(0, "text_delta", { text: "late" }),
      ...finish("end_turn"),
    ]);
    expect(without(["usage"], events)).toEqual([{ type: "end", reason: "completed" }]);
  });

  it("reads thinking without text, and thinking without a signature", () => {
    const omitted = read([
      START,
      begin(0, { type: "thinking", thinking: "", signature: "c2ln" }),
      close(0),
      begin(1, { type: "thinking", thinking: "" }),
      delta(1, "thinking_delta", { thinking: "unsigned" }),
      close(1),
      ...finish("end_turn"),
    ]);
    expect(without(["usage", "end"], omitted)).toEqual([
      {
        type: "reasoning_payload",
        kind: "thinking",
        data: { type: "thinking", thinking: "", signature: "c2ln" },
      },
      { type: "reasoning", delta: "unsigned" },
    ]);
  });
});

describe("a paused answer", () => {
  const request = testRequest([user("x")], { webSearch: {} });
  const PAUSED = [
    START,
    begin(0, { type: "text", text: "" }),
    delta(0, "text_delta", { text: "Searching." }),
    close(0),
    begin(1, { type: "server_tool_use", id: "s", name: "web_search", input: {} }),
    delta(1, "input_json_delta", { partial_json: '{"query":"q"}' }),
    close(1),
    ...finish("pause_turn"),
  ];
  const pause = () => {
    let state = anthropicProtocol.start(request, vendor);
    for (const event of PAUSED) state = anthropicProtocol.step(state, event).state;
    return state;
  };

  it("goes on with what was said so far, as it was said", () => {
    const sent = anthropicProtocol.toRequest(request, vendor);
    const resumed = anthropicProtocol.resume!(pause(), sent)!;
    expect((resumed.request.body["messages"] as object[]).at(-1)).toEqual({
      role: "assistant",
      content: [
        { type: "text", text: "Searching." },
        { type: "server_tool_use", id: "s", name: "web_search", input: { query: "q" } },
      ],
    });
    let state = resumed.state;
    const answer = [START, ...finish("end_turn", { output_tokens: 4 })].flatMap((event) => {
      const taken = anthropicProtocol.step(state, event);
      state = taken.state;
      return taken.events;
    });
    expect(answer.at(-1)).toEqual({ type: "end", reason: "completed" });
    expect(answer.at(-2)).toMatchObject({ usage: { inputTokens: 115, outputTokens: 24 } });
  });

  it("is whole if nobody asks again", () => {
    expect(anthropicProtocol.end(pause())).toEqual([{ type: "end", reason: "completed" }]);
  });

  it("is none where the answer ended", () => {
    const state = anthropicProtocol.start(request, vendor);
    expect(anthropicProtocol.resume?.(state, anthropicProtocol.toRequest(request, vendor))).toBeUndefined();
  });
});

describe("a refusal of the Messages API", () => {
  const refuse = (status: number, type: string, message: string) =>
    anthropicProtocol.readFailure(
      status,
      { type: "error", error: { type, message } },
      { "retry-after": "7" },
    );

  it.each([
    [400, "invalid_request_error", "messages: roles must alternate", "invalid_prompt"],
    [401, "authentication_error", "invalid x-api-key", "authentication_error"],
    [403, "permission_error", "no", "authentication_error"],
    [402, "billing_error", "no", "insufficient_quota"],
    [400, "invalid_request_error", "Your credit balance is too low to access the API.", "insufficient_quota"],
    [404, "not_found_error", "model: claude-x", "model_not_found"],
    [413, "request_too_large", "Request exceeds the maximum size", "context_length_exceeded"],
    [500, "api_error", "Internal server error", "server_error"],
    [504, "timeout_error", "slow", "server_error"],
    [529, "overloaded_error", "Overloaded", "server_is_overloaded"],
  ])("%i %s is told in the words of the gateway", (...[status, type, message, code]) => {
    expect(refuse(status, type, message)).toMatchObject({ status, code, message });
  });

  it("names the window and the time to wait", () => {
    expect(
      refuse(400, "invalid_request_error", "prompt is too long: 215310 tokens > 200000 maximum"),
    ).toMatchObject({ code: "context_length_exceeded", window: 200_000 });
    expect(
      refuse(
        400,
        "invalid_request_error",
        "input length and `max_tokens` exceed context limit: 198000 + 8192 > 200000, decrease input length",
      ),
    ).toMatchObject({ code: "context_length_exceeded", window: 200_000 });
    expect(refuse(429, "rate_limit_error", "slow")).toMatchObject({
      code: "rate_limit_exceeded",
      retryAfterSeconds: 7,
    });
  });

  it("may be anything but JSON", () => {
    expect(anthropicProtocol.readFailure(502, "<html>Bad gateway</html>", {})).toEqual({
      status: 502,
      code: "server_error",
      message: "<html>Bad gateway</html>",
    });
    expect(anthropicProtocol.readFailure(500, null, {}).message).toContain("500");
  });
});
