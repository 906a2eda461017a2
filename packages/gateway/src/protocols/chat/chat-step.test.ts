import { describe, expect, it } from "vitest";
import { callDelta, chunk, eventsOf, vendorWith } from "./chat-test-support.js";

const DONE = "[DONE]";
const END = { type: "end", reason: "completed" };
const LS = '{"cmd":"ls"}';
const PWD = '{"cmd":"pwd"}';

/** The events of two parallel calls. */
const TWO_CALLS = [
  { type: "call", key: "0", id: "a", name: "exec" },
  { type: "arguments", key: "0", delta: LS },
  { type: "call", key: "1", id: "b", name: "exec" },
  { type: "arguments", key: "1", delta: PWD },
  { type: "call_end", key: "0" },
  { type: "call_end", key: "1" },
  END,
];

describe("a streamed chat answer", () => {
  it("is read with its text, its usage and its end", () => {
    const usage = {
      prompt_tokens: 100,
      completion_tokens: 20,
      total_tokens: 120,
      prompt_tokens_details: { cached_tokens: 64 },
      completion_tokens_details: { reasoning_tokens: 5 },
    };
    const events = eventsOf([
      chunk({ role: "assistant", content: "" }),
      chunk({ content: "Hel" }),
      chunk({ content: "lo" }),
      chunk({}, "stop"),
      { choices: [], usage },
      DONE,
    ]);
    expect(events).toEqual([
      { type: "text", delta: "Hello" },
      {
        type: "usage",
        usage: {
          inputTokens: 100,
          cachedTokens: 64,
          cacheWriteTokens: 0,
          outputTokens: 20,
          reasoningTokens: 5,
        },
      },
      END,
    ]);
  });

  it("ends without [DONE], if there was a finish reason", () => {
    expect(eventsOf([chunk({ content: "Hi" }), chunk({}, "stop")]).at(-1)).toEqual(END);
  });

  it.each([[[chunk({ content: "Hi" })]], [[chunk({ content: "Hi" }), DONE]], [[]]])(
    "fails without a finish reason",
    (chunks) => {
      expect(eventsOf(chunks).at(-1)).toMatchObject({ type: "failed", code: "server_error" });
    },
  );

  it("says nothing after its end", () => {
    const events = eventsOf([chunk({ content: "Hi" }, "stop"), DONE, chunk({ content: "more" }), DONE]);
    expect(events).toEqual([{ type: "text", delta: "Hi" }, END]);
  });

  it("is read from a message where a server did not stream, and not twice where it repeats it", () => {
    const whole = { choices: [{ index: 0, message: { content: "Hi" }, finish_reason: "stop" }] };
    expect(eventsOf([whole])).toEqual([{ type: "text", delta: "Hi" }, END]);
    expect(eventsOf([chunk({ content: "Hi" }), whole])).toEqual([{ type: "text", delta: "Hi" }, END]);
  });

  it("tells a refusal as text, and citations", () => {
    const annotations = [{ type: "url_citation", url_citation: { url: "https://a.example", title: "A" } }];
    expect(eventsOf([chunk({ refusal: "No." }), chunk({ annotations }, "stop")])).toEqual([
      { type: "text", delta: "No." },
      { type: "citation", url: "https://a.example", title: "A" },
      END,
    ]);
  });

  it.each([
    ["length", { type: "end", reason: "max_output_tokens" }],
    ["content_filter", { type: "end", reason: "content_filter" }],
    ["sensitive", { type: "end", reason: "content_filter" }],
    ["model_context_window_exceeded", { type: "failed", code: "context_length_exceeded" }],
    ["insufficient_system_resource", { type: "failed", code: "server_error" }],
    ["network_error", { type: "failed", code: "server_error" }],
    ["tool_calls", END],
    ["eos", END],
  ])("ends as its finish reason %s says", (reason, last) => {
    expect(eventsOf([chunk({ content: "Hi" }, reason), DONE]).at(-1)).toMatchObject(last);
  });
});

describe("usage", () => {
  const usageOf = (chunks: readonly unknown[]) =>
    eventsOf(chunks).flatMap((event) => (event.type === "usage" ? [event.usage] : []));

  it("is read inside the choice, where Kimi puts it", () => {
    const choice = {
      index: 0,
      delta: {},
      finish_reason: "stop",
      usage: { prompt_tokens: 9, completion_tokens: 2, cached_tokens: 4 },
    };
    expect(usageOf([{ choices: [choice] }])).toMatchObject([{ inputTokens: 9, cachedTokens: 4 }]);
  });

  it("counts the cache hits of DeepSeek", () => {
    const usage = { prompt_tokens: 9, completion_tokens: 2, prompt_cache_hit_tokens: 3 };
    expect(usageOf([{ choices: [], usage }])).toMatchObject([{ cachedTokens: 3 }]);
  });

  it("counts reasoning as output where xAI counts it beside", () => {
    const usage = {
      prompt_tokens: 10,
      completion_tokens: 5,
      total_tokens: 45,
      completion_tokens_details: { reasoning_tokens: 30 },
    };
    expect(usageOf([{ choices: [], usage }])).toMatchObject([{ outputTokens: 35, reasoningTokens: 30 }]);
  });

  it("of zero is none", () => {
    expect(usageOf([{ choices: [], usage: { prompt_tokens: 0, completion_tokens: 0 } }])).toEqual([]);
  });
});

describe("calls in a stream", () => {
  it("are told apart by index, interleaved", () => {
    const events = eventsOf([
      chunk(callDelta(0, { id: "a", name: "exec", text: "" })),
      chunk(callDelta(0, { text: LS.slice(0, 4) })),
      chunk(callDelta(1, { id: "b", name: "exec", text: PWD.slice(0, 3) })),
      chunk(callDelta(0, { text: LS.slice(4) })),
      chunk(callDelta(1, { text: PWD.slice(3) })),
      chunk({}, "tool_calls"),
      DONE,
    ]);
    const byKey = (key: string) =>
      events.flatMap((event) => (event.type === "arguments" && event.key === key ? [event.delta] : []));
    expect(byKey("0").join("")).toBe(LS);
    expect(byKey("1").join("")).toBe(PWD);
    expect(events.at(-1)).toEqual(END);
  });

  it.each<[string, unknown[]]>([
    [
      "without an index, by their ids",
      [
        chunk(callDelta(undefined, { id: "a", name: "exec", text: LS })),
        chunk(callDelta(undefined, { id: "b", name: "exec", text: PWD.slice(0, 3) })),
        chunk(callDelta(undefined, { id: "b", name: "exec", text: PWD.slice(3) })),
      ],
    ],
    [
      "with the index 0 for all, by their ids",
      [
        chunk(callDelta(0, { id: "a", name: "exec", text: LS })),
        chunk(callDelta(0, { id: "b", name: "exec", text: PWD })),
      ],
    ],
    [
      "with id and name in every chunk",
      [
        chunk(callDelta(0, { id: "a", name: "exec", text: LS.slice(0, 5) })),
        chunk(callDelta(0, { id: "a", name: "exec", text: LS.slice(5) })),
        chunk(callDelta(1, { id: "b", name: "exec", text: PWD })),
      ],
    ],
    [
      "with names that come in pieces, and late",
      [
        chunk(callDelta(0, { id: "a", name: "ex" })),
        chunk(callDelta(0, { name: "ec" })),
        chunk(callDelta(0, { text: LS })),
        chunk(callDelta(1, { id: "b", text: PWD })),
        chunk(callDelta(1, { name: "exec", text: "" })),
      ],
    ],
    [
      "with a finish reason of stop, all in one chunk",
      [
        chunk(
          {
            tool_calls: [
              { index: 0, id: "a", function: { name: "exec", arguments: LS } },
              { index: 1, id: "b", function: { name: "exec", arguments: PWD } },
            ],
          },
          "stop",
        ),
      ],
    ],
    [
      "with arguments that are objects",
      [
        chunk({
          tool_calls: [
            { index: 0, id: "a", function: { name: "exec", arguments: { cmd: "ls" } } },
            { index: 1, id: "b", function: { name: "exec", arguments: { cmd: "pwd" } } },
          ],
        }),
      ],
    ],
  ])("are told apart %s", (_way, chunks) => {
    expect(eventsOf([...chunks, chunk({}, "stop"), DONE])).toEqual(TWO_CALLS);
  });

  it("are told apart without ids and without indexes, by arguments that are whole", () => {
    const events = eventsOf([
      chunk(callDelta(undefined, { name: "exec", text: LS })),
      chunk(callDelta(undefined, { name: "exec", text: PWD })),
      chunk(callDelta(undefined, { text: LS })),
      chunk({}, "stop"),
    ]);
    expect(events.filter(({ type }) => type === "call")).toEqual([
      { type: "call", key: "0", id: "", name: "exec" },
      { type: "call", key: "1", id: "", name: "exec" },
      { type: "call", key: "2", id: "", name: "exec" },
    ]);
  });

  it("are not doubled by an empty chunk that repeats the name", () => {
    const events = eventsOf([
      chunk(callDelta(0, { id: "a", name: "exec", text: LS })),
      chunk(callDelta(0, { name: "exec", text: "" }), "tool_calls"),
      DONE,
    ]);
    expect(events.filter(({ type }) => type === "call")).toHaveLength(1);
  });

  it("may have no arguments", () => {
    const events = eventsOf([chunk(callDelta(0, { id: "a", name: "list" }), "tool_calls"), DONE]);
    expect(events).toEqual([
      { type: "call", key: "0", id: "a", name: "list" },
      { type: "call_end", key: "0" },
      END,
    ]);
  });

  it("are ended only if they are whole, where the answer was cut", () => {
    const events = eventsOf([
      chunk(callDelta(0, { id: "a", name: "exec", text: LS })),
      chunk(callDelta(1, { id: "b", name: "exec", text: '{"cmd":"pw' })),
      chunk({}, "length"),
      DONE,
    ]);
    expect(events.filter(({ type }) => type === "call_end")).toEqual([{ type: "call_end", key: "0" }]);
  });

  it("fail the answer if nobody names them", () => {
    const events = eventsOf([chunk(callDelta(0, { id: "a", text: LS }), "tool_calls"), DONE]);
    expect(events.at(-1)).toMatchObject({ type: "failed", code: "server_error" });
  });

  it("that share an id are two, and the second has none", () => {
    const events = eventsOf([
      chunk(callDelta(0, { id: "a", name: "exec", text: LS })),
      chunk(callDelta(1, { id: "a", name: "exec", text: PWD })),
      chunk({}, "tool_calls"),
    ]);
    expect(events.filter(({ type }) => type === "call")).toMatchObject([{ id: "a" }, { id: "" }]);
  });
});

describe("an error inside a 200 stream", () => {
  it.each<[string, unknown, string]>([
    ["of OpenAI", { error: { message: "The server had an error", type: "server_error" } }, "server_error"],
    [
      "of OpenRouter",
      { id: "x", error: { code: 429, message: "Rate limit exceeded" }, choices: [] },
      "rate_limit_exceeded",
    ],
    [
      "of OpenRouter, inside the choice",
      {
        choices: [
          { index: 0, delta: {}, finish_reason: "error", error: { code: 502, message: "Bad gateway" } },
        ],
      },
      "server_error",
    ],
    [
      "of MiniMax",
      { base_resp: { status_code: 1002, status_msg: "rate limit" }, choices: null },
      "rate_limit_exceeded",
    ],
    [
      "of MiniMax for the window",
      { base_resp: { status_code: 2013, status_msg: "invalid params, context window exceeds limit" } },
      "context_length_exceeded",
    ],
    [
      "of vLLM",
      { object: "error", message: "This model's maximum context length is 8192 tokens.", code: 400 },
      "context_length_exceeded",
    ],
    ["as a text", { error: "model runner has unexpectedly stopped" }, "server_error"],
    [
      "of DeepSeek",
      { error: { message: "Insufficient Balance", code: "invalid_request_error" } },
      "insufficient_quota",
    ],
  ])("%s fails the answer", (_whose, data, code) => {
    const events = eventsOf([chunk({ content: "Hi" }), data, chunk({ content: "more" }, "stop"), DONE]);
    expect(events.slice(1)).toMatchObject([{ type: "failed", code }]);
  });

  it("of MiniMax with status 0 is none", () => {
    const events = eventsOf([
      { ...chunk({ content: "Hi" }, "stop"), base_resp: { status_code: 0, status_msg: "" } },
    ]);
    expect(events.at(-1)).toEqual(END);
  });
});

describe("hostile chunks", () => {
  it.each<[unknown]>([
    [null],
    [42],
    ["not json"],
    [[]],
    [{ choices: "x" }],
    [{ choices: [null, 7] }],
    [{ choices: [{ delta: 5 }] }],
    [
      {
        choices: [
          { delta: { content: 5, tool_calls: [null, { function: null }], reasoning_details: ["x"] } },
        ],
      },
    ],
    [{ usage: { prompt_tokens: "9" }, choices: [] }],
  ])("%j is passed over", (data) => {
    const events = eventsOf([chunk({ content: "Hi" }), data, chunk({}, "stop")]);
    expect(events.filter(({ type }) => type === "text" || type === "end")).toHaveLength(
      events.at(-1)?.type === "failed" ? 1 : 2,
    );
  });

  it("with very many calls fail the answer", () => {
    const many = Array.from({ length: 1500 }, (_, index) =>
      chunk(callDelta(index, { id: `c${index}`, name: "exec", text: LS })),
    );
    const events = eventsOf([...many, chunk({}, "tool_calls")], { vendor: vendorWith({}) });
    expect(events.filter(({ type }) => type === "call")).toHaveLength(1000);
    expect(events.at(-1)).toMatchObject({ type: "failed", message: expect.stringContaining("1000") });
  });
});
