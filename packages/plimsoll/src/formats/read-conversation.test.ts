import * as fc from "fast-check";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { CompactError } from "../errors/compact-error.js";
import { readConversation } from "./read-conversation.js";

function fixture(name: string): string {
  return readFileSync(new URL(`./${name}`, import.meta.url), "utf8");
}

const messages = [
  { role: "user", content: "one" },
  { role: "assistant", content: "two" },
];

function failure(text: string, options?: { format: string }): { code: string; message: string } {
  try {
    readConversation(text, options);
  } catch (error) {
    if (CompactError.isInstance(error)) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

describe("readConversation", () => {
  it("reads an array and writes an array", () => {
    const file = readConversation(JSON.stringify(messages));
    expect(file).toMatchObject({ format: { name: "chat" }, items: messages, problems: [] });
    expect(file.write(messages.slice(1))).toBe(`${JSON.stringify(messages.slice(1), null, 2)}\n`);
  });

  it("reads an object with all it says and writes the same object", () => {
    const object = {
      id: "session-1",
      model: "gpt-5",
      instructions: "Be brief.",
      tools: [{ type: "function", name: "list" }],
      target_tokens: 4000,
      temperature: 0,
      items: messages,
    };
    const file = readConversation(JSON.stringify(object));
    expect(file).toMatchObject({
      sessionId: "session-1",
      model: "gpt-5",
      instructions: "Be brief.",
      tools: object.tools,
      targetTokens: 4000,
    });
    const written = file.write([]);
    expect(JSON.parse(written)).toEqual({ ...object, items: [] });
    expect(Object.keys(JSON.parse(written) as object)).toEqual(Object.keys(object));
  });

  it.each(["thread_id", "conversation_id", "session_id"])("takes %s before a bare id", (key) => {
    const object = { id: "request-7", [key]: "conversation-1", messages };
    expect(readConversation(JSON.stringify(object)).sessionId).toBe("conversation-1");
  });

  it("takes the format from the key where the items fit several", () => {
    const nameOf = (object: object) => readConversation(JSON.stringify(object)).format.name;
    expect(nameOf({ messages })).toBe("chat");
    expect(nameOf({ messages, system: "Be brief." })).toBe("anthropic");
    expect(nameOf({ input: messages })).toBe("responses");
    expect(nameOf({ contents: [{ parts: [{ text: "one" }] }] })).toBe("gemini");
    expect(nameOf({ contents: [] })).toBe("gemini");
  });

  it("reads the system prompt of Anthropic and Gemini as instructions", () => {
    const parts = [
      { type: "text", text: "Be brief." },
      { type: "text", text: "Be kind." },
    ];
    const instructionsOf = (object: object) => readConversation(JSON.stringify(object)).instructions;
    expect(instructionsOf({ messages, system: "Be brief." })).toBe("Be brief.");
    expect(instructionsOf({ messages, system: parts })).toBe("Be brief.\nBe kind.");
    expect(instructionsOf({ contents: [], systemInstruction: { parts } })).toBe("Be brief.\nBe kind.");
    expect(instructionsOf({ messages })).toBeUndefined();
  });

  it("reads a text as the input", () => {
    const file = readConversation('{"input":"Hello"}');
    expect(file.items).toEqual([{ role: "user", content: "Hello" }]);
    expect(file.format.name).toBe("responses");
  });

  it("reads a session file of Codex and of Claude Code", () => {
    const codex = readConversation(fixture("codex-rollout/__fixtures__/codex-rollout.jsonl"));
    expect([codex.format.name, codex.items.length, codex.model]).toEqual(["responses", 6, "gpt-6-sol"]);
    expect(
      readConversation(fixture("codex-rollout/__fixtures__/codex-rollout-bare.jsonl")).items,
    ).toHaveLength(6);
    const claude = readConversation(fixture("claude-code/__fixtures__/claude-code.jsonl"));
    expect([claude.format.name, claude.items.length]).toEqual(["claude-code", 10]);
    expect(
      readConversation(fixture("claude-code/__fixtures__/claude-code.jsonl"), { format: "claude-code" })
        .items,
    ).toHaveLength(10);
  });

  it("reads one item per line, reports what it cannot read and writes lines", () => {
    const text = '{"role":"user",  "content":"one"}\nnonsense\n\n{"role":"user","content":"two"}';
    const file = readConversation(text);
    expect(file.items).toHaveLength(2);
    expect(file.problems).toEqual([{ line: 2, message: "not valid JSON" }]);
    expect(file.write([...file.items, { role: "user", content: "three" }])).toBe(
      '{"role":"user",  "content":"one"}\n{"role":"user","content":"two"}\n{"role":"user","content":"three"}\n',
    );
  });

  it("reads lines of which the first is broken", () => {
    const file = readConversation(
      '{"role":"us\n{"role":"user","content":"two"}\n{"role":"user","content":"3"}\n',
    );
    expect(file.items).toHaveLength(2);
    expect(file.problems).toEqual([{ line: 1, message: "not valid JSON" }]);
  });

  it("reads a single item as a file of one line", () => {
    const item = { type: "custom_tool_call", call_id: "c", name: "exec", input: "1 + 1" };
    expect(readConversation(JSON.stringify(item)).items).toEqual([item]);
    expect(readConversation(JSON.stringify(messages[0], null, 2)).items).toEqual([messages[0]]);
  });

  it("reads past a byte order mark", () => {
    expect(readConversation(`\uFEFF${JSON.stringify(messages)}`).items).toEqual(messages);
  });

  it("takes the named format without asking the items", () => {
    expect(readConversation('[{"odd":1}]', { format: "plain" }).format.name).toBe("plain");
    expect(failure("[]", { format: "yaml" }).message).toMatch(/"yaml".*plain, .*codex-rollout, claude-code/);
  });

  it("says where the input stops being JSON", () => {
    expect(failure('[\n  {"role": "user",\n   "content": }\n]')).toMatchObject({
      code: "INVALID_INPUT",
      message: "The input is not JSON: it breaks at line 3, column 15.",
    });
    expect(failure("hello").message).toMatch(/line 1, column 1\b/);
    expect(failure("[1, 2").message).toMatch(/line 1, column 6\b/);
    expect(failure("[] []").message).toMatch(/line 1, column 4\b/);
  });

  it("says what an object without a list has", () => {
    expect(failure('{"foo":1,"bar":2}')).toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringContaining("its keys are: foo, bar") as string,
    });
  });

  it("names the item that is no object", () => {
    expect(failure('[{"role":"user","content":"a"}, [1]]').message).toMatch(/^Item 1 is an array/);
    expect(failure('{"items":[null]}').message).toMatch(/^Item 0 is null/);
    expect(failure('{"items":["text"]}').message).toMatch(/^Item 0 is a string/);
  });

  it("refuses a target that is no positive whole number", () => {
    for (const target of [0, -1, 1.5, "4000", {}, true]) {
      const text = JSON.stringify({ items: messages, target_tokens: target });
      expect(failure(text)).toMatchObject({
        code: "INVALID_INPUT",
        message: expect.stringMatching(/^target_tokens is .*positive whole number/) as string,
      });
    }
  });

  it("refuses bottomless nesting without exhausting the stack", () => {
    const deep = "[".repeat(10_000) + "]".repeat(10_000);
    expect(failure(deep).message).toMatch(/nested deeper than 512 levels/);
    expect(failure(`{"items":[{"role":"user","content":${deep}}]}`).code).toBe("INVALID_INPUT");
    const lines = readConversation(`{"role":"user","content":"a"}\n{"role":"user","content":${deep}}\n`);
    expect(lines.problems).toEqual([{ line: 2, message: "nested deeper than 512 levels" }]);
  });

  it("refuses input with nothing in it", () => {
    expect(failure(" \n ").message).toMatch(/empty/);
    expect(failure("7").message).toMatch(/JSON number/);
    expect(failure("nonsense", { format: "codex-rollout" })).toMatchObject({
      code: "UNKNOWN_FORMAT",
      message: expect.stringContaining("line 1 is not valid JSON") as string,
    });
  });

  it("answers any text with a conversation or a CompactError", () => {
    const texts = fc.oneof(
      fc.string(),
      fc.json(),
      fc.array(fc.json()).map((lines) => lines.join("\n")),
      fc
        .array(fc.constantFrom("{", "}", "[", "]", '"', ":", ",", "\\", "\n", "1", '{"role":"user"}'))
        .map((all) => all.join("")),
    );
    fc.assert(
      fc.property(texts, (text) => {
        try {
          readConversation(text).items.forEach((item) => expect(item).toBeTypeOf("object"));
        } catch (error) {
          expect(CompactError.isInstance(error)).toBe(true);
        }
      }),
      { numRuns: scaled(1000) },
    );
  });
});
