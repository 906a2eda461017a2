import { describe, expect, it } from "vitest";
import { checkAgainstSchema } from "./check-against-schema-test-support.js";

const message = { role: "user", content: [{ type: "text", text: "x" }] };
const anthropic = { model: "claude-opus-4-7", max_tokens: 10, messages: [message], stream: true };
const chat = { model: "kimi-k2.6", messages: [{ role: "user", content: "x" }], stream: true };
const gemini = { contents: [{ role: "user", parts: [{ text: "x" }] }] };

describe("checkAgainstSchema", () => {
  it("takes plain requests", () => {
    expect(checkAgainstSchema("anthropic", anthropic)).toEqual([]);
    expect(checkAgainstSchema("anthropic", { ...anthropic, temperature: 1 })).toEqual([]);
    expect(checkAgainstSchema("chat", chat)).toEqual([]);
    expect(checkAgainstSchema("gemini", gemini)).toEqual([]);
    const config = { thinkingConfig: { thinkingLevel: "LOW" }, responseJsonSchema: { type: "object" } };
    expect(checkAgainstSchema("gemini", { ...gemini, generationConfig: config })).toEqual([]);
  });

  it.each([
    ["a missing max_tokens", { ...anthropic, max_tokens: undefined }],
    ["an unknown name", { ...anthropic, parallel_tool_calls: true }],
    ["a wrong role", { ...anthropic, messages: [{ ...message, role: "tool" }] }],
    [
      "a block of another API",
      { ...anthropic, messages: [{ role: "user", content: [{ type: "input_text" }] }] },
    ],
  ])("finds %s in a request of Anthropic", (_, body) => {
    expect(checkAgainstSchema("anthropic", JSON.parse(JSON.stringify(body)))).not.toEqual([]);
  });

  it.each([
    ["an unknown name", { ...chat, max_length: 5 }],
    ["a tool of the Responses API", { ...chat, tools: [{ type: "function", name: "f", parameters: {} }] }],
    [
      "arguments as an object",
      {
        ...chat,
        messages: [
          {
            role: "assistant",
            tool_calls: [{ id: "a", type: "function", function: { name: "f", arguments: {} } }],
          },
        ],
      },
    ],
  ])("finds %s in a request of Chat Completions", (_, body) => {
    expect(checkAgainstSchema("chat", body)).not.toEqual([]);
  });

  it.each([
    ["an unknown name", { ...gemini, system: "x" }, 'Unknown name "system"'],
    ["a name in the wrong case", { ...gemini, generation_config: {} }, 'Unknown name "generation_config"'],
    [
      "a wrong enumeration",
      { ...gemini, toolConfig: { functionCallingConfig: { mode: "auto" } } },
      "auto is no Mode",
    ],
    ["a wrong type", { ...gemini, generationConfig: { maxOutputTokens: "5" } }, "is no int32"],
    [
      "a part that is two things",
      { contents: [{ parts: [{ text: "x", functionCall: { name: "f" } }] }] },
      "oneof data",
    ],
    [
      "a schema that is none of OpenAPI",
      {
        ...gemini,
        tools: [
          {
            functionDeclarations: [
              { name: "f", parameters: { type: "OBJECT", additionalProperties: false } },
            ],
          },
        ],
      },
      'Unknown name "additionalProperties"',
    ],
    [
      "data that is no base64",
      { contents: [{ parts: [{ inlineData: { mimeType: "image/png", data: "§" } }] }] },
      "bytes",
    ],
  ])("finds %s in a request of Gemini", (_, body, problem) => {
    expect(checkAgainstSchema("gemini", body).join("\n")).toContain(problem);
  });
});
