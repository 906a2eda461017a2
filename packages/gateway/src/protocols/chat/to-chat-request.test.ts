import { describe, expect, it } from "vitest";
import type { Turn } from "../../translation/turn.js";
import { chat } from "./chat.js";
import { bodyOf, EXEC, requestOf, SAID, vendorWith } from "./chat-test-support.js";

const SYSTEM: Turn = { role: "system", text: "You are terse." };
const text = (value: string) => ({ type: "text", text: value }) as const;
const user = (...parts: Extract<Turn, { role: "user" }>["parts"]): Turn => ({ role: "user", parts });

describe("tools", () => {
  const named = { toolChoice: { name: "exec_command" }, tools: [EXEC, { ...EXEC, name: "other" }] };

  it("are functions, and `auto` is not said", () => {
    const body = bodyOf({ tools: [{ ...EXEC, strict: true }], parallelCalls: false }, vendorWith({}));
    expect(body["tools"]).toEqual([
      {
        type: "function",
        function: { name: EXEC.name, description: EXEC.description, parameters: EXEC.parameters },
      },
    ]);
    expect(body).not.toHaveProperty("tool_choice");
    expect(body).toHaveProperty("parallel_tool_calls", false);
  });

  it("keep `strict` where it is known", () => {
    const body = bodyOf({ tools: [{ ...EXEC, strict: true }] }, vendorWith({ strictSchemas: true }));
    expect(body["tools"]).toMatchObject([{ function: { strict: true } }]);
  });

  it("that are none leave no trace", () => {
    const body = bodyOf({ toolChoice: "required", parallelCalls: true }, vendorWith({}));
    for (const key of ["tools", "tool_choice", "parallel_tool_calls"]) expect(body).not.toHaveProperty(key);
  });

  it("can be chosen by name, or are offered alone", () => {
    expect(bodyOf(named, vendorWith({}))["tool_choice"]).toEqual({
      type: "function",
      function: { name: "exec_command" },
    });
    const alone = bodyOf(named, vendorWith({ namedChoice: false }));
    expect(alone["tool_choice"]).toBe("required");
    expect(alone["tools"]).toMatchObject([{ function: { name: "exec_command" } }]);
  });

  it("have a type on every property for Kimi", () => {
    const parameters = {
      type: "object",
      properties: {
        a: { enum: [1, 2] },
        b: { description: "free" },
        c: { anyOf: [{ type: "string" }, { properties: { d: {} } }] },
        e: { items: { default: true } },
      },
    };
    const body = bodyOf({ tools: [{ ...EXEC, parameters }] }, vendorWith({ typedSchemas: true }));
    expect(body["tools"]).toMatchObject([
      {
        function: {
          parameters: {
            properties: {
              a: { type: "integer" },
              b: { type: "string" },
              c: { anyOf: [{ type: "string" }, { type: "object", properties: { d: { type: "string" } } }] },
              e: { type: "array", items: { type: "boolean" } },
            },
          },
        },
      },
    ]);
  });
});

describe("thinking", () => {
  const thinking = {
    byDefault: true,
    on: { thinking: { type: "enabled" } },
    off: { thinking: { type: "disabled" } },
    effortField: "reasoning_effort",
    efforts: { low: "high", max: "max" },
  } as const;

  it("is left alone unless an effort is asked for", () => {
    expect(bodyOf({}, vendorWith({ thinking }))).not.toHaveProperty("thinking");
  });

  it("is said in the vendor's words", () => {
    expect(bodyOf({ effort: "low" }, vendorWith({ thinking }))).toMatchObject({
      thinking: { type: "enabled" },
      reasoning_effort: "high",
    });
    const off = bodyOf({ effort: "none" }, vendorWith({ thinking }));
    expect(off).toMatchObject({ thinking: { type: "disabled" } });
    expect(off).not.toHaveProperty("reasoning_effort");
    expect(bodyOf({ effort: "medium" }, vendorWith({ thinking }))).not.toHaveProperty("reasoning_effort");
  });

  it("is said inside `reasoning` for OpenRouter", () => {
    const router = { byDefault: false, effortField: "reasoning.effort", efforts: { low: "low" } } as const;
    expect(bodyOf({ effort: "low" }, vendorWith({ thinking: router }))).toMatchObject({
      reasoning: { effort: "low" },
    });
  });

  it("gives way to a forced tool choice, or the choice gives way to it", () => {
    const forced = { tools: [EXEC], toolChoice: "required" } as const;
    const quirks = { thinking, forcedChoice: "without_thinking" } as const;
    expect(bodyOf(forced, vendorWith(quirks))).toMatchObject({
      thinking: { type: "disabled" },
      tool_choice: "required",
    });
    const stubborn = bodyOf(forced, vendorWith({ ...quirks, thinking: { byDefault: true } }));
    expect(stubborn).not.toHaveProperty("tool_choice");
    const calm = bodyOf(forced, vendorWith({ ...quirks, thinking: { byDefault: false } }));
    expect(calm).toHaveProperty("tool_choice", "required");
    expect(bodyOf(forced, vendorWith({ forcedChoice: "never" }))).not.toHaveProperty("tool_choice");
    expect(bodyOf({ ...forced, toolChoice: "none" }, vendorWith(quirks))).toHaveProperty(
      "tool_choice",
      "none",
    );
  });
});

describe("structured output", () => {
  const outputFormat = {
    type: "json_schema",
    name: "out",
    schema: { type: "object" },
    strict: true,
  } as const;

  it("is enforced where it can be", () => {
    const body = bodyOf({ outputFormat }, vendorWith({ strictSchemas: true }));
    expect(body["response_format"]).toEqual({
      type: "json_schema",
      json_schema: { name: "out", schema: { type: "object" }, strict: true },
    });
    expect(body["messages"]).toHaveLength(1);
  });

  it("is said in the prompt where it cannot be", () => {
    const body = bodyOf(
      { outputFormat, turns: [SYSTEM, SAID] },
      vendorWith({ structuredOutput: "json_object" }),
    );
    expect(body["response_format"]).toEqual({ type: "json_object" });
    expect(body["messages"]).toMatchObject([
      { role: "system" },
      { role: "system", content: expect.stringContaining('{"type":"object"}') },
      { role: "user" },
    ]);
    const none = bodyOf({ outputFormat }, vendorWith({ structuredOutput: "none" }));
    expect(none).not.toHaveProperty("response_format");
    expect(JSON.stringify(none["messages"])).toContain("this schema");
  });

  it("says the word that JSON mode demands, unless it was said", () => {
    const json = { outputFormat: { type: "json_object" } } as const;
    expect(JSON.stringify(bodyOf(json, vendorWith({}))["messages"])).toContain("JSON");
    const said = bodyOf({ ...json, turns: [user(text("As json."))] }, vendorWith({}));
    expect(said["messages"]).toHaveLength(1);
    const only = bodyOf(json, vendorWith({ structuredOutput: "json_schema_only" }));
    expect(only).not.toHaveProperty("response_format");
  });
});

describe("settings", () => {
  it("are sent where they are taken", () => {
    const fields = {
      temperature: 0.2,
      topP: 0.9,
      maxOutputTokens: 500,
      verbosity: "low",
      cacheKey: "thread-1",
    };
    expect(bodyOf(fields, vendorWith({ verbosity: true, cacheKey: "prompt_cache_key" }))).toMatchObject({
      temperature: 0.2,
      top_p: 0.9,
      max_tokens: 500,
      verbosity: "low",
      prompt_cache_key: "thread-1",
      stream: true,
      stream_options: { include_usage: true },
    });
    const bare = bodyOf(
      fields,
      vendorWith({ sampling: false, maxTokensField: "max_completion_tokens", streamUsage: false }),
    );
    expect(bare).toEqual({
      model: "m",
      messages: [{ role: "user", content: "List the files." }],
      max_completion_tokens: 500,
      stream: true,
    });
  });

  it("bound the answer where the vendor's own bound is too small", () => {
    expect(bodyOf({}, vendorWith({}))).not.toHaveProperty("max_tokens");
    expect(bodyOf({}, vendorWith({ alwaysMaxTokens: true }))).toHaveProperty("max_tokens", 8192);
  });

  it("name the conversation in a header, unless it could break out of it", () => {
    const vendor = vendorWith({ cacheKey: "x-grok-conv-id" });
    expect(chat.toRequest(requestOf({ cacheKey: "thread-1" }), vendor).headers).toEqual({
      "x-grok-conv-id": "thread-1",
    });
    expect(chat.toRequest(requestOf({ cacheKey: "a\r\nb: c" }), vendor).headers).toEqual({});
  });

  it.each([
    [
      "glm_tool",
      {
        tools: [
          {
            type: "web_search",
            web_search: { enable: true, search_engine: "search_pro_jina", search_result: true },
          },
        ],
      },
    ],
    ["mimo_tool", { tools: [{ type: "web_search" }] }],
    ["openrouter_tool", { tools: [{ type: "openrouter:web_search" }] }],
    ["enable_search", { enable_search: true }],
    ["web_search_options", { web_search_options: {} }],
    ["builtin_function", { tools: [{ type: "builtin_function", function: { name: "$web_search" } }] }],
  ] as const)("ask for web search as %s", (webSearch, expected) => {
    const request = chat.toRequest(requestOf({ webSearch: {} }), vendorWith({ webSearch }));
    expect(request.body).toMatchObject(expected);
    expect(request).not.toHaveProperty("dropped");
    expect(bodyOf({}, vendorWith({ webSearch }))).not.toMatchObject(expected);
  });

  it("say that web search was dropped", () => {
    expect(chat.toRequest(requestOf({ webSearch: {} }), vendorWith({})).dropped).toEqual(["web_search"]);
  });
});
