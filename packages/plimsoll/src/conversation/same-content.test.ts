import { describe, expect, it } from "vitest";
import { SYNTHETIC_FORMATS } from "../testing/synthetic-formats.js";
import { syntheticHistory } from "../testing/synthetic-history.js";
import { changedByHost } from "../testing/host-changes.js";
import { contentId, sameContent } from "./same-content.js";
import { itemId } from "./item-id.js";

const MARK = { cache_control: { type: "ephemeral" } };

const ALIKE: Readonly<Record<string, readonly [object, object]>> = {
  "a moved mark": [
    { role: "user", content: [{ type: "text", text: "go on", ...MARK }] },
    { role: "user", content: [{ type: "text", text: "go on" }] },
  ],
  "a text that became a part to carry the mark": [
    { role: "user", content: "go on" },
    { role: "user", content: [{ type: "text", text: "go on", ...MARK }] },
  ],
  "a mark inside a result": [
    {
      role: "user",
      content: [{ type: "tool_result", tool_use_id: "a", content: [{ type: "text", text: "1", ...MARK }] }],
    },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "a", content: "1", ...MARK }] },
  ],
  "a mark that is a part": [
    { role: "user", content: [{ text: "go on" }, { cachePoint: { type: "default" } }] },
    { role: "user", content: [{ text: "go on" }] },
  ],
  "a mark among the options of a provider": [
    {
      role: "user",
      content: [{ type: "text", text: "x", providerOptions: { anthropic: { cacheControl: {} } } }],
    },
    {
      role: "user",
      content: [{ type: "text", text: "x" }],
      providerOptions: { bedrock: { cachePoint: {} } },
    },
  ],
  "ids and statuses": [
    { type: "function_call", id: "fc_1", call_id: "a", name: "f", arguments: "{}", status: "completed" },
    { type: "function_call", call_id: "a", name: "f", arguments: "{}" },
  ],
  "what the provider added": [
    {
      type: "message",
      role: "assistant",
      content: [{ type: "output_text", text: "x", annotations: [], logprobs: [] }],
    },
    { role: "assistant", content: "x", phase: "final_answer" },
  ],
  "empty fields": [
    { role: "assistant", content: "x", refusal: null, tool_calls: [] },
    { role: "assistant", content: "x" },
  ],
  "what LangChain adds": [
    {
      type: "ai",
      content: "x",
      id: "run-1",
      response_metadata: { a: 1 },
      usage_metadata: { input_tokens: 3 },
    },
    { type: "ai", content: "x", additional_kwargs: {}, tool_calls: [], invalid_tool_calls: [] },
  ],
};

const OTHERS: Readonly<Record<string, readonly [object, object]>> = {
  "another text": [
    { role: "user", content: "go on" },
    { role: "user", content: "stop" },
  ],
  "another speaker": [
    { role: "user", content: "go on" },
    { role: "assistant", content: "go on" },
  ],
  "another call": [
    { type: "function_call", id: "fc_1", call_id: "a", name: "f", arguments: '{"id":1}' },
    { type: "function_call", id: "fc_1", call_id: "a", name: "f", arguments: '{"id":2}' },
  ],
  "another reference": [
    { type: "item_reference", id: "msg_1" },
    { type: "item_reference", id: "msg_2" },
  ],
  "other reasoning that the server keeps": [
    { type: "reasoning", id: "rs_1", summary: [] },
    { type: "reasoning", id: "rs_2", summary: [] },
  ],
  "another id inside the data of a call": [
    { role: "assistant", content: [{ type: "tool_use", id: "a", name: "f", input: { id: 1, status: "x" } }] },
    { role: "assistant", content: [{ type: "tool_use", id: "a", name: "f", input: { id: 2, status: "x" } }] },
  ],
  "one text in two parts": [
    { role: "user", content: "ab" },
    {
      role: "user",
      content: [
        { type: "text", text: "a" },
        { type: "text", text: "b" },
      ],
    },
  ],
};

describe("sameContent", () => {
  it.each(Object.entries(ALIKE))("takes %s for no change", (_, [left, right]) => {
    expect(sameContent(left, right)).toBe(true);
    expect(contentId(left)).toBe(contentId(right));
    expect(itemId(left)).not.toBe(itemId(right));
  });

  it.each(Object.entries(OTHERS))("tells %s", (_, [left, right]) => {
    expect(sameContent(left, right)).toBe(false);
    expect(contentId(left)).not.toBe(contentId(right));
  });

  it.each(SYNTHETIC_FORMATS)(
    "knows every item of the %s format again, and no two of them for one",
    (format) => {
      const items = syntheticHistory({
        seed: 5,
        turns: 20,
        format,
        toolDensity: 0.7,
        reasoning: 0.5,
        images: 0.3,
      });
      const changed = changedByHost(format, items, { seed: 9 });
      expect(items.filter((item, index) => !sameContent(item, changed[index]))).toEqual([]);
      const exact = new Set(items.map(itemId)).size;
      expect(new Set([...items, ...changed].map(contentId)).size).toBe(exact);
    },
  );

  it("bears what is no item", () => {
    for (const value of [null, undefined, 7, "x", []])
      expect(sameContent(value, { role: "user" })).toBe(false);
    const hostile = JSON.parse(
      '{"__proto__": {"a": 1}, "content": [{"__proto__": 2, "text": "x"}]}',
    ) as object;
    expect(sameContent(hostile, structuredClone(hostile))).toBe(true);
  });
});
