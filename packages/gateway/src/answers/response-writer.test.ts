import fc from "fast-check";
import { scaled } from "plimsoll-testkit/scaled";
import { describe, expect, it } from "vitest";
import { bodyProblems, eventProblems } from "../../../testkit/src/openai/wire-schema-test-support.js";
import type { JsonRecord } from "../json/json-record.js";
import type { AnswerEvent } from "./answer-event.js";
import { type ResponseEvent, responseEventText } from "./response-event.js";
import { ResponseWriter } from "./response-writer.js";
import type { ToolOrigin } from "./tool-origin.js";

const ORIGINS = new Map<string, ToolOrigin>([
  ["run", { kind: "function", name: "run" }],
  ["mcp__files__read", { kind: "function", name: "read", namespace: "mcp__files" }],
  ["apply_patch", { kind: "custom", name: "apply_patch" }],
]);
const USAGE = {
  inputTokens: 90,
  cachedTokens: 10,
  cacheWriteTokens: 0,
  outputTokens: 20,
  reasoningTokens: 5,
};

function write(events: readonly AnswerEvent[]) {
  let count = 0;
  const writer = new ResponseWriter({
    body: { model: "m", tools: [{ type: "function", name: "run" }, { type: "web_search" }] },
    id: "resp_1",
    now: () => 1_794_725_922,
    newId: (prefix) => `${prefix}_${++count}`,
    origins: ORIGINS,
    usedCallIds: new Set(["used"]),
    sealReasoning: (kind, data) => `sealed ${kind} ${JSON.stringify(data)}`,
    estimateUsage: () => USAGE,
  });
  const written = [...writer.begin(), ...events.flatMap((event) => writer.take(event))];
  return { written, response: writer.response(), writer };
}

/** The published subset has no schema for the steps of a web search, nor for annotations. */
const problemsOf = (event: ResponseEvent): string[] =>
  /web_search_call\.|annotation\.added/.test(event.type) ? [] : eventProblems(event);

it("a response repeats its functions with every key, as strict clients ask for them", () => {
  const { response } = write([]);
  expect(response["tools"]).toEqual([
    { type: "function", name: "run", description: null, parameters: null, strict: null },
    { type: "web_search" },
  ]);
});

const outputOf = (response: JsonRecord): JsonRecord[] => response["output"] as JsonRecord[];

describe("a written response", () => {
  const { written, response } = write([
    { type: "reasoning", delta: "Let me " },
    { type: "reasoning", delta: "see." },
    { type: "reasoning_payload", kind: "signature", data: "abc" },
    { type: "text", delta: "I " },
    { type: "text", delta: "look." },
    { type: "citation", url: "https://example.org/", title: "Example" },
    { type: "call", key: "0", id: "call_a", name: "run" },
    { type: "arguments", key: "0", delta: '{"cmd":' },
    { type: "call", key: "1", id: "used", name: "mcp__files__read" },
    { type: "arguments", key: "0", delta: '"ls"}' },
    { type: "call_end", key: "0" },
    { type: "call_end", key: "1" },
    { type: "call", key: "2", id: "", name: "apply_patch" },
    { type: "arguments", key: "2", delta: '{"input":"*** Begin"}' },
    { type: "call_end", key: "2" },
    { type: "usage", usage: USAGE },
    { type: "end", reason: "completed" },
  ]);

  it("has its items in order, each as the client's tool wants it", () => {
    expect(outputOf(response)).toMatchObject([
      { type: "reasoning", summary: [{ text: "Let me see." }], encrypted_content: 'sealed signature "abc"' },
      { type: "message", content: [{ text: "I look.", annotations: [{ url: "https://example.org/" }] }] },
      { type: "function_call", call_id: "call_a", name: "run", arguments: '{"cmd":"ls"}' },
      { type: "function_call", name: "read", namespace: "mcp__files", arguments: "{}" },
      { type: "custom_tool_call", name: "apply_patch", input: "*** Begin" },
    ]);
  });

  it("gives a call a new id where the conversation has that one already", () => {
    expect(outputOf(response)[3]?.["call_id"]).not.toBe("used");
  });

  it("is what the stream said", () => {
    const done = written
      .filter(({ type }) => type === "response.output_item.done")
      .map((event) => event["item"]);
    expect(new Set(done)).toEqual(new Set(outputOf(response)));
    expect(written.at(-1)).toMatchObject({ type: "response.completed", response });
  });

  it("reports the usage of the prompt that was sent", () => {
    expect(response["usage"]).toEqual({
      input_tokens: 90,
      input_tokens_details: { cached_tokens: 10, cache_write_tokens: 0 },
      output_tokens: 20,
      output_tokens_details: { reasoning_tokens: 5 },
      total_tokens: 110,
    });
  });

  it("never reports usage of 0", () => {
    const silent = write([
      { type: "text", delta: "x" },
      { type: "end", reason: "completed" },
    ]);
    expect(silent.writer.hasReportedUsage).toBe(false);
    expect(silent.response["usage"]).toMatchObject({ input_tokens: 90 });
  });

  it("leaves out a call that the model did not finish", () => {
    const cut = write([
      { type: "text", delta: "x" },
      { type: "call", key: "0", id: "a", name: "run" },
      { type: "arguments", key: "0", delta: '{"cm' },
      { type: "end", reason: "max_output_tokens" },
    ]);
    expect(outputOf(cut.response)).toHaveLength(1);
    expect(cut.response).toMatchObject({
      status: "incomplete",
      incomplete_details: { reason: "max_output_tokens" },
    });
  });

  it("says of a message that stopped at a limit that it is incomplete", () => {
    const cut = write([
      { type: "text", delta: "half a sen" },
      { type: "end", reason: "max_output_tokens" },
    ]);
    expect(outputOf(cut.response)).toMatchObject([{ status: "incomplete" }]);
    const done = cut.written.filter(({ type }) => type === "response.output_item.done");
    expect(done).toMatchObject([{ item: { status: "incomplete" } }]);
  });

  it("does not call done what a failure broke off, so that no client keeps it as an answer", () => {
    const failed = write([
      { type: "text", delta: "whole" },
      { type: "call", key: "0", id: "a", name: "run" },
      { type: "call_end", key: "0" },
      { type: "text", delta: "half a sen" },
      { type: "failed", code: "server_error", message: "broke off" },
    ]);
    const done = failed.written.filter(({ type }) => type === "response.output_item.done");
    expect(done).toHaveLength(2);
    expect(outputOf(failed.response).map(({ status }) => status)).toEqual([
      "completed",
      "completed",
      "incomplete",
    ]);
  });

  it("fails with what went wrong, and takes nothing after that", () => {
    const failed = write([
      { type: "failed", code: "context_length_exceeded", message: "too long" },
      { type: "text", delta: "x" },
    ]);
    expect(failed.written.map(({ type }) => type)).toEqual([
      "response.created",
      "response.in_progress",
      "response.failed",
    ]);
    expect(failed.response).toMatchObject({
      status: "failed",
      error: { code: "context_length_exceeded" },
      output: [],
    });
  });

  it("is one line of data an event, whatever the text has in it", () => {
    const text = responseEventText({ type: "x", sequence_number: 0, delta: "a\n\u2028b\r\u2029" });
    expect(text.split(/[\n\r\u2028\u2029]/)).toHaveLength(4);
  });
});

describe("any answer", () => {
  const key = fc.constantFrom("0", "1", "2");
  const delta = fc.string({ maxLength: 6 });
  const event: fc.Arbitrary<AnswerEvent> = fc.oneof(
    fc.record({ type: fc.constant("reasoning" as const), delta }),
    fc.record({ type: fc.constant("reasoning_payload" as const), kind: fc.constant("k"), data: delta }),
    fc.record({ type: fc.constant("text" as const), delta }),
    fc.record({ type: fc.constant("citation" as const), url: delta, title: delta }),
    fc.record({
      type: fc.constant("call" as const),
      key,
      id: fc.constantFrom("", "a", "b", "used"),
      name: fc.constantFrom(...ORIGINS.keys(), "unknown"),
    }),
    fc.record({ type: fc.constant("arguments" as const), key, delta }),
    fc.record({ type: fc.constant("call_end" as const), key }),
    fc.record({ type: fc.constant("web_search" as const), query: delta }),
    fc.record({ type: fc.constant("compaction" as const), id: fc.constant("cmp_1"), sealed: delta }),
    fc.record({ type: fc.constant("usage" as const), usage: fc.constant(USAGE) }),
  );
  const end: fc.Arbitrary<AnswerEvent> = fc.constantFrom(
    { type: "end" as const, reason: "completed" as const },
    { type: "end" as const, reason: "content_filter" as const },
    { type: "failed" as const, code: "server_error" as const, message: "no" },
  );

  it("is a stream that the published schemas allow, numbered without a gap", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 20 }), end, (events, last) => {
        const { written, response } = write([...events, last]);
        expect(written.map(({ sequence_number }) => sequence_number)).toEqual(
          written.map((_, index) => index),
        );
        expect(written.flatMap(problemsOf)).toEqual([]);
        expect(bodyProblems(response)).toEqual([]);
        const callIds = outputOf(response).flatMap((item) =>
          item["call_id"] === undefined ? [] : [item["call_id"]],
        );
        expect(new Set(callIds).size).toBe(callIds.length);
      }),
      { numRuns: scaled(1_000, 200) },
    );
  });
});
