import { describe, expect, it } from "vitest";
import type { JsonRecord } from "../../json/json-record.js";
import type { Protocol } from "../protocol.js";
import { PLAIN_RESPONSES } from "../../vendors/plain-responses.js";
import { vllm } from "../../vendors/vllm.js";
import { calledStep, EXEC, eventsOf, requestOf, SAID } from "../chat/chat-test-support.js";
import { filterBody } from "./filter-body.js";
import { responses } from "./responses.js";
import type { ResponsesQuirks } from "./responses-quirks.js";

const OWN: ResponsesQuirks = {
  items: "all",
  tools: "all",
  stateful: true,
  encryptedReasoning: true,
  ownMetadata: true,
};
const PLAIN: ResponsesQuirks = { ...OWN, ...PLAIN_RESPONSES };
const read = (stream: readonly unknown[]) => eventsOf(stream, { protocol: responses as Protocol<unknown> });
const body = (fields: JsonRecord): JsonRecord => ({ model: "m", input: [], ...fields });

describe("filterBody", () => {
  it("leaves what is known untouched, to the object", () => {
    const all = body({ client_metadata: {}, input: [{ type: "compaction", encrypted_content: "x" }] });
    expect(filterBody(all, OWN).body).toBe(all);
    const plain = body({ tools: [{ type: "function", name: "a" }], input: [{ role: "user", content: "a" }] });
    expect(filterBody(plain, PLAIN)).toEqual({ body: plain, dropped: [], needsTranslation: false });
    expect(filterBody(plain, PLAIN).body).toBe(plain);
  });

  it("leaves out what tells OpenAI about its own clients", () => {
    const message = {
      type: "message",
      role: "assistant",
      content: "a",
      phase: "commentary",
      internal_chat_message_metadata_passthrough: { turn_id: "t" },
    };
    const sent = body({
      input: [message],
      client_metadata: { a: "b" },
      store: false,
      prompt_cache_key: "k",
      text: { verbosity: "low", format: { type: "text" } },
      reasoning: { effort: "low", context: "auto" },
      include: ["reasoning.encrypted_content", "message.output_text.logprobs"],
    });
    expect(filterBody(sent, PLAIN)).toEqual({
      body: {
        model: "m",
        input: [{ type: "message", role: "assistant", content: "a" }],
        text: { format: { type: "text" } },
        reasoning: { effort: "low" },
        include: ["reasoning.encrypted_content"],
      },
      dropped: ["client_metadata", "store", "prompt_cache_key"],
      needsTranslation: false,
    });
  });

  it("leaves out hosted tools and what they did, and a choice of them", () => {
    const sent = body({
      input: [{ type: "web_search_call", id: "ws" }],
      tools: [{ type: "web_search" }, { type: "image_generation" }],
      tool_choice: { type: "web_search" },
      parallel_tool_calls: true,
    });
    const { body: left, dropped, needsTranslation } = filterBody(sent, PLAIN);
    expect(left).toEqual({ model: "m", input: [] });
    expect(dropped).toEqual(["web_search_call", "web_search", "image_generation"]);
    expect(needsTranslation).toBe(false);
  });

  it.each([
    { tools: [{ type: "custom", name: "apply_patch" }] },
    { tools: [{ type: "namespace", name: "functions", tools: [] }] },
    { input: [{ type: "custom_tool_call", call_id: "a" }] },
    { input: [{ type: "local_shell_call", call_id: "a" }] },
    { input: [{ type: "compaction", encrypted_content: "x" }] },
    { input: [{ type: "additional_tools", tools: [] }] },
  ])("says that %j must be translated", (fields) => {
    expect(filterBody(body(fields), PLAIN).needsTranslation).toBe(true);
  });

  it("leaves out reasoning that the upstream cannot open", () => {
    const sealed = { type: "reasoning", id: "rs", summary: [], encrypted_content: "x" };
    const answer = { role: "assistant", content: "a" };
    const shown = { ...sealed, summary: [{ type: "summary_text", text: "a" }] };
    const sent = body({ input: [sealed, shown, answer] });
    const { body: left } = filterBody(sent, { ...PLAIN, encryptedReasoning: false });
    expect(left["input"]).toEqual([{ type: "reasoning", id: "rs", summary: shown.summary }, answer]);
    expect(filterBody(sent, OWN, () => false).body["input"]).toEqual([answer]);
  });

  it("leaves out reasoning that led to nothing, which OpenAI refuses", () => {
    const thought = (id: string) => ({ type: "reasoning", id, summary: [], encrypted_content: "x" });
    const [said, answer] = [
      { role: "user", content: "a" },
      { role: "assistant", content: "b" },
    ];
    const call = { type: "function_call", call_id: "c", name: "f", arguments: "{}" };
    const output = { type: "function_call_output", call_id: "c", output: "" };
    const led = [said, thought("1"), thought("2"), call, output, thought("3"), answer];
    const whole = body({ input: led });
    expect(filterBody(whole, OWN).body).toBe(whole);
    const cut = body({ input: [...led, thought("4"), thought("5"), said, thought("6")] });
    expect(filterBody(cut, OWN).body["input"]).toEqual([...led, said]);
  });
});

describe("Responses as an upstream", () => {
  it("is asked in the part that every server of it knows", () => {
    const item = { type: "reasoning", id: "rs", summary: [], encrypted_content: "x" };
    const turns = [
      { role: "system", text: "Be terse." } as const,
      SAID,
      ...calledStep("a", { kind: "reasoning_item", data: item }),
    ];
    const request = responses.toRequest(requestOf({ turns, tools: [EXEC], webSearch: {} }), vllm);
    expect(request.path).toBe("/responses");
    expect(request.dropped).toEqual(["web_search"]);
    expect(request.body).toMatchObject({
      instructions: "Be terse.",
      input: [
        { type: "message", role: "user", content: [{ type: "input_text", text: "List the files." }] },
        item,
        { type: "function_call", call_id: "a", name: "exec_command", arguments: '{"cmd":"ls"}' },
        { type: "function_call_output", call_id: "a", output: "a\nb" },
      ],
      tools: [{ type: "function", name: "exec_command" }],
      stream: true,
    });
  });

  it("is read with reasoning, text, calls and usage", () => {
    const at = (output_index: number, type: string, fields: JsonRecord) => ({
      type,
      output_index,
      ...fields,
    });
    const reasoning = { type: "reasoning", id: "rs", summary: [], content: [], encrypted_content: "x" };
    const call = { type: "function_call", id: "fc", call_id: "c", name: "exec", arguments: "{}" };
    const usage = { input_tokens: 9, output_tokens: 3, input_tokens_details: { cached_tokens: 2 } };
    expect(
      read([
        { type: "response.created", response: {} },
        at(0, "response.reasoning_summary_text.delta", { delta: "I look." }),
        at(0, "response.output_item.done", { item: reasoning }),
        at(1, "response.output_text.delta", { delta: "Hi" }),
        at(1, "response.output_item.done", { item: { type: "message", content: [{ text: "Hi" }] } }),
        at(2, "response.output_item.added", { item: call }),
        at(2, "response.output_item.done", { item: call }),
        { type: "response.completed", response: { usage } },
      ]),
    ).toEqual([
      { type: "reasoning", delta: "I look." },
      {
        type: "reasoning_payload",
        kind: "reasoning_item",
        data: { type: "reasoning", id: "rs", summary: [], encrypted_content: "x" },
      },
      { type: "text", delta: "Hi" },
      { type: "call", key: "2", id: "c", name: "exec" },
      { type: "arguments", key: "2", delta: "{}" },
      { type: "call_end", key: "2" },
      {
        type: "usage",
        usage: { inputTokens: 9, cachedTokens: 2, cacheWriteTokens: 0, outputTokens: 3, reasoningTokens: 0 },
      },
      { type: "end", reason: "completed" },
    ]);
  });

  it("shows the summary of reasoning, or its text where it has none", () => {
    const open = { type: "response.reasoning_text.delta", output_index: 0, delta: "open" };
    const part = { type: "response.reasoning_summary_part.added", output_index: 0 };
    const short = { type: "response.reasoning_summary_text.delta", output_index: 0, delta: "short" };
    const shown = (stream: readonly unknown[]) => read(stream).filter(({ type }) => type === "reasoning");
    expect(shown([open])).toEqual([{ type: "reasoning", delta: "open" }]);
    expect(shown([part, short, open, part, short])).toEqual([{ type: "reasoning", delta: "short\n\nshort" }]);
  });

  it.each<[JsonRecord, JsonRecord]>([
    [
      {
        type: "response.failed",
        response: { error: { code: "context_length_exceeded", message: "Too long." } },
      },
      { type: "failed", code: "context_length_exceeded" },
    ],
    [
      { type: "error", code: "rate_limit_exceeded", message: "Slow down." },
      { type: "failed", code: "rate_limit_exceeded" },
    ],
    [{ error: { message: "Broken." } }, { type: "failed", code: "server_error" }],
    [
      { type: "response.incomplete", response: { incomplete_details: { reason: "max_output_tokens" } } },
      { type: "end", reason: "max_output_tokens" },
    ],
    [{ type: "response.in_progress" }, { type: "failed", code: "server_error" }],
  ])("ends with %j as %j", (event, last) => {
    expect(read([event]).at(-1)).toMatchObject(last);
  });
});
