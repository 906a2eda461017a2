import { describe, expect, it } from "vitest";
import { testVendor } from "../protocol-test-support.js";
import { amendPassed } from "./amend-passed.js";

const vendor = testVendor("anthropic");
const thinking = { type: "thinking", thinking: "hm", signature: "c2ln" };
const messages = [
  { role: "user", content: "x" },
  { role: "assistant", content: [thinking, { type: "text", text: "y" }] },
  { role: "user", content: "z" },
];
const amend = (body: object, headers: Record<string, string> = {}) =>
  amendPassed({ headers, body: { model: "claude-opus-5-5", messages, ...body } }, vendor);

describe("amendPassed", () => {
  it("tells a model that binds its thinking to drop what no longer fits, beside what the client says", () => {
    const amended = amend(
      { thinking: { type: "adaptive", display: "omitted" } },
      { "anthropic-beta": "a, b" },
    );
    expect(amended.body["thinking"]).toEqual({
      type: "adaptive",
      display: "omitted",
      block_binding: { prefix_mismatch_behavior: "drop_block" },
    });
    expect(amended.headers["anthropic-beta"]).toBe("a,b,thinking-binding-controls-2026-08-01");
    expect(amended.body["messages"]).toBe(messages);
    expect(amend({}).body["thinking"]).toMatchObject({ type: "adaptive" });
  });

  it("leaves thinking out where the request cannot say so", () => {
    const { body, headers } = amend({ thinking: { type: "between_tools" } });
    expect(JSON.stringify(body["messages"])).not.toContain("hm");
    expect(body["messages"]).toHaveLength(3);
    expect(headers).toEqual({});
  });

  it("keeps the last of the cache marks where there are more than the API takes", () => {
    const mark = { cache_control: { type: "ephemeral" } };
    const text = (words: string) => ({ type: "text", text: words, ...mark });
    const result = { type: "tool_result", tool_use_id: "t", content: [text("inner")], ...mark };
    const marked = {
      model: "claude-opus-4-7",
      system: [text("s")],
      tools: [{ name: "t", ...mark }],
      messages: [
        { role: "user", content: [text("old"), result] },
        { role: "user", content: "plain" },
        { role: "user", content: [text("new")] },
      ],
    };
    const { body } = amend(marked);
    expect(body["messages"]).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "old" },
          { type: "tool_result", tool_use_id: "t", content: [text("inner")] },
        ],
      },
      { role: "user", content: "plain" },
      { role: "user", content: [text("new")] },
    ]);
    expect([body["system"], body["tools"]]).toEqual([marked.system, marked.tools]);
  });

  it("changes nothing for other models, and where nothing was thought", () => {
    for (const body of [{ model: "claude-opus-4-7" }, { messages: [messages[0]] }]) {
      const amended = amend(body, { "anthropic-beta": "a" });
      expect(amended.body).toEqual({ model: "claude-opus-5-5", messages, ...body });
      expect(amended.headers).toEqual({ "anthropic-beta": "a" });
    }
  });
});
