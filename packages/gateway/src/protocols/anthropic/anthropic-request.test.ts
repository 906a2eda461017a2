import { describe, expect, it } from "vitest";
import type { JsonRecord } from "../../json/json-record.js";
import type { TranslatedRequest } from "../../translation/translated-request.js";
import type { Part, Reasoning, Turn } from "../../translation/turn.js";
import {
  assistant,
  LIST_FILES,
  step,
  system,
  testRequest,
  testVendor,
  user,
} from "../protocol-test-support.js";
import { anthropicRequest } from "./anthropic-request.js";

const vendor = testVendor("anthropic");
const write = (turns: readonly Turn[], settings: Partial<TranslatedRequest> = {}) =>
  anthropicRequest(testRequest(turns, settings), vendor);
const bodyOf = (turns: readonly Turn[], settings: Partial<TranslatedRequest> = {}) =>
  write(turns, settings).body;

type Message = { role: string; content: Record<string, unknown>[] };
const messagesOf = (turns: readonly Turn[], settings: Partial<TranslatedRequest> = {}) =>
  bodyOf(turns, settings)["messages"] as Message[];
const unmarked = (messages: Message[]) =>
  messages.map(({ role, content }) => ({
    role,
    content: content.map((block) =>
      Object.fromEntries(Object.entries(block).filter(([key]) => key !== "cache_control")),
    ),
  }));
const kindsOf = (turns: readonly Turn[], settings: Partial<TranslatedRequest> = {}) =>
  messagesOf(turns, settings).map(({ role, content }) =>
    [role, ...content.map(({ type }) => type)].join(" "),
  );

const thought = (model: string, text = "Hm.", name = "anthropic"): Reasoning => ({
  text,
  payload: {
    vendor: name,
    model,
    kind: "thinking",
    data: { type: "thinking", thinking: text, signature: "c2ln" },
  },
});
const tools = [LIST_FILES];

describe("the conversation", () => {
  it("has leading instructions as system blocks and later ones as text of the user, behind the results", () => {
    const turns = [
      system("Be brief."),
      system("Use tools."),
      user("Hi"),
      ...step(["a", "b"]),
      system("Stop soon."),
    ];
    const body = bodyOf(turns, { tools });
    expect(body["system"]).toEqual([
      { type: "text", text: "Be brief." },
      { type: "text", text: "Use tools.", cache_control: { type: "ephemeral" } },
    ]);
    expect(unmarked(body["messages"] as Message[])).toEqual([
      { role: "user", content: [{ type: "text", text: "Hi" }] },
      {
        role: "assistant",
        content: [
          { type: "tool_use", id: "a", name: "list_files", input: { path: "a" } },
          { type: "tool_use", id: "b", name: "list_files", input: { path: "b" } },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "a", content: [{ type: "text", text: "files of a" }] },
          { type: "tool_result", tool_use_id: "b", content: [{ type: "text", text: "files of b" }] },
          { type: "text", text: "Instructions of the application:\n\nStop soon." },
        ],
      },
    ]);
  });

  it("begins and ends with the user, and merges what one speaker says in several turns", () => {
    expect(kindsOf([assistant("one"), assistant("two")])).toEqual([
      "user text",
      "assistant text text",
      "user text",
    ]);
    expect(kindsOf([user("a"), user("b")])).toEqual(["user text text"]);
    expect(kindsOf([system("only")])).toEqual(["user text"]);
  });

  it("leaves out blank texts, which are refused", () => {
    const blank: Turn = { role: "user", parts: [{ type: "text", text: " \n" }] };
    expect(kindsOf([user("a"), assistant("  "), blank])).toEqual(["user text"]);
    const results: Turn = {
      role: "results",
      results: [{ id: "a", name: "list_files", parts: [{ type: "text", text: "\n" }] }],
    };
    const [call] = step(["a"]);
    expect(messagesOf([user("a"), call!, results]).at(-1)?.content).toEqual([
      { type: "tool_result", tool_use_id: "a", cache_control: { type: "ephemeral" } },
    ]);
  });

  it("gives calls ids that the API takes, the same on both sides", () => {
    const messages = messagesOf([user("a"), ...step(["functions.ls:0"]), ...step(["call_1"])], { tools });
    const [use, result] = [messages[1]?.content[0], messages[2]?.content[0]];
    expect(use?.["id"]).toMatch(/^call_[0-9a-f]{32}$/u);
    expect(result?.["tool_use_id"]).toBe(use?.["id"]);
    expect(messages[3]?.content[0]?.["id"]).toBe("call_1");
  });

  it("wraps arguments that are no object", () => {
    const calls = [{ id: "a", name: "list_files", arguments: "[1" }];
    const [, results] = step(["a"]);
    expect(messagesOf([user("x"), assistant("", { calls }), results!])[1]?.content[0]?.["input"]).toEqual({
      _raw: "[1",
    });
  });

  const png = "data:image/png;base64,iVBORw0KGgo=";
  it.each<[string, Part, unknown]>([
    [
      "an image as base64",
      { type: "image", url: png },
      { type: "image", source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" } },
    ],
    [
      "an image by its address",
      { type: "image", url: "https://example.com/a.png" },
      { type: "image", source: { type: "url", url: "https://example.com/a.png" } },
    ],
    [
      "an image that cannot be sent by its name",
      { type: "image", url: "http://10.0.0.1/a.png" },
      { type: "text", text: "[image at http://10.0.0.1/a.png]" },
    ],
    [
      "a picture of an unknown kind in words",
      { type: "image", url: "data:image/svg+xml,%3Csvg/%3E" },
      { type: "text", text: "[image (image/svg+xml): this model cannot read it]" },
    ],
    [
      "a PDF",
      { type: "file", name: "a.pdf", url: "data:application/pdf;base64,JVBERg==" },
      {
        type: "document",
        source: { type: "base64", media_type: "application/pdf", data: "JVBERg==" },
        title: "a.pdf",
      },
    ],
    [
      "a PDF by its address",
      { type: "file", url: "https://example.com/a.PDF?x=1" },
      { type: "document", source: { type: "url", url: "https://example.com/a.PDF?x=1" } },
    ],
    [
      "a text file as text",
      { type: "file", name: "a.md", url: "data:text/markdown,%23%20A" },
      { type: "document", source: { type: "text", media_type: "text/plain", data: "# A" }, title: "a.md" },
    ],
    [
      "another file in words",
      { type: "file", name: "a.zip", url: "data:application/zip;base64,UEsDBA==" },
      { type: "text", text: "[file a.zip (application/zip): this model cannot read it]" },
    ],
    [
      "audio in words",
      { type: "audio", data: "AAAA", format: "wav" },
      { type: "text", text: "[audio (wav): this model cannot hear it]" },
    ],
  ])("carries %s, from users and from tools", (_, part, block) => {
    expect(unmarked(messagesOf([{ role: "user", parts: [part] }]))[0]?.content).toEqual([block]);
    const [call] = step(["a"]);
    const results: Turn = { role: "results", results: [{ id: "a", name: "list_files", parts: [part] }] };
    expect(unmarked(messagesOf([user("x"), call!, results])).at(-1)?.content[0]?.["content"]).toEqual([
      block,
    ]);
  });

  it("marks the end of the system prompt and of the last two messages of the user for the cache", () => {
    const body = bodyOf([system("S"), user("1"), assistant("2"), user("3"), assistant("4"), user("5")], {
      tools,
    });
    const marks = (body["messages"] as Message[]).map(({ content }) =>
      content.some((block) => "cache_control" in block),
    );
    expect(marks).toEqual([false, false, true, false, true]);
    expect(JSON.stringify(body["tools"])).not.toContain("cache_control");
    expect(JSON.stringify(bodyOf([user("1")], { tools })["tools"])).toContain("cache_control");
  });

  it("keeps the bytes of what was sent before, but for the marks", () => {
    const turns = [system("S"), user("1"), ...step(["a"]), assistant("2"), user("3")];
    const before = unmarked(messagesOf(turns.slice(0, 4), { tools }));
    expect(unmarked(messagesOf(turns, { tools })).slice(0, before.length)).toEqual(before);
  });
});

describe("thinking", () => {
  const model = "claude-sonnet-4-5";
  const budget = (effort: string, more: Partial<TranslatedRequest> = {}) =>
    bodyOf([user("x")], { model, effort, ...more })["thinking"];

  it.each([
    ["claude-3-5-haiku-latest", "high", undefined, undefined],
    ["claude-3-7-sonnet-20250219", "high", { type: "enabled", budget_tokens: 12_000 }, undefined],
    ["claude-sonnet-4-20250514", "low", { type: "enabled", budget_tokens: 4096 }, undefined],
    ["claude-sonnet-4-5", undefined, undefined, undefined],
    ["claude-opus-4-6", "xhigh", { type: "adaptive", display: "summarized" }, "high"],
    ["claude-opus-4-7", "xhigh", { type: "adaptive", display: "summarized" }, "xhigh"],
    ["claude-opus-4-7", "minimal", { type: "adaptive", display: "summarized" }, "low"],
    ["claude-opus-4-7", undefined, undefined, undefined],
    ["claude-opus-4-7", "none", undefined, undefined],
    ["claude-opus-5", undefined, { type: "adaptive", display: "summarized" }, undefined],
    ["claude-opus-5", "none", { type: "disabled" }, undefined],
    ["claude-opus-5-5", "none", { type: "adaptive", display: "summarized" }, "low"],
    ["claude-fable-5", "none", { type: "adaptive", display: "summarized" }, "low"],
    ["anthropic.claude-sonnet-4-6-v1:0", "medium", { type: "adaptive", display: "summarized" }, "medium"],
  ])("of %s at the effort %s is %j", (...[name, effort, thinking, level]) => {
    const body = bodyOf([user("x")], { model: name, ...(effort === undefined ? {} : { effort }) });
    expect(body["thinking"]).toEqual(thinking);
    expect(body["output_config"]).toEqual(level === undefined ? undefined : { effort: level });
  });

  it("leaves room for the answer, and is left out where there is none", () => {
    expect(budget("max", { maxOutputTokens: 4000 })).toEqual({ type: "enabled", budget_tokens: 3000 });
    expect(budget("high", { maxOutputTokens: 1000 })).toBeUndefined();
  });

  it("goes back unmodified to the model that it came from, before what it led to", () => {
    const redacted: Reasoning = {
      text: "",
      payload: {
        vendor: "anthropic",
        model,
        kind: "redacted_thinking",
        data: { type: "redacted_thinking", data: "b3Bh" },
      },
    };
    const turns = [user("x"), ...step(["a"], { reasoning: [thought(model), redacted], text: "Look." })];
    expect(messagesOf(turns, { model, effort: "low", tools })[1]?.content.slice(0, 3)).toEqual([
      { type: "thinking", thinking: "Hm.", signature: "c2ln" },
      { type: "redacted_thinking", data: "b3Bh" },
      { type: "text", text: "Look." },
    ]);
  });

  it.each([
    ["of another vendor", thought(model, "Hm.", "minimax")],
    ["of another model", thought("claude-opus-4-1")],
    ["without a payload", { text: "Hm." }],
    [
      "without a signature",
      {
        text: "",
        payload: { vendor: "anthropic", model, kind: "thinking", data: { type: "thinking", thinking: "x" } },
      },
    ],
  ])(
    "%s is dropped, and a model with a budget does not think in the middle of such a step",
    (_, reasoning) => {
      const turns = [user("x"), ...step(["a"], { reasoning: [reasoning] })];
      const body = bodyOf(turns, { model, effort: "low", tools });
      expect(body["thinking"]).toBeUndefined();
      expect(kindsOf(turns, { model, effort: "low", tools })[1]).toBe("assistant tool_use");
      const adaptive = bodyOf(turns, { model: "claude-opus-4-6", effort: "low", tools });
      expect(adaptive["thinking"]).toMatchObject({ type: "adaptive" });
    },
  );

  it("is on again with the next question", () => {
    const turns = [user("x"), ...step(["a"]), assistant("done"), user("y")];
    expect(bodyOf(turns, { model, effort: "low", tools })["thinking"]).toMatchObject({ type: "enabled" });
  });

  it("does not end a message", () => {
    const turns = [user("x"), assistant("", { reasoning: [thought(model)] }), user("y")];
    expect(kindsOf(turns, { model, effort: "low" })).toEqual(["user text text"]);
  });

  it("is dropped by the API instead of refused where a newer model binds it to what stood before", () => {
    const bound = "claude-opus-5-5";
    const turns = [user("x"), ...step(["a"], { reasoning: [thought(bound)] })];
    const { headers, body } = write(turns, { model: bound, tools });
    expect(body["thinking"]).toEqual({
      type: "adaptive",
      display: "summarized",
      block_binding: { prefix_mismatch_behavior: "drop_block" },
    });
    expect(headers["anthropic-beta"]).toBe("thinking-binding-controls-2026-08-01");
    expect(write([user("x")], { model: bound }).headers).toEqual({ "anthropic-version": "2023-06-01" });
  });

  it("is off while a tool is forced, and a tool is not forced where it cannot be off", () => {
    const forced = { tools, toolChoice: "required", effort: "high" } as const;
    const turns = [user("x"), ...step(["a"], { reasoning: [thought("claude-opus-4-7")] }), user("y")];
    const body = bodyOf(turns, forced);
    expect(body["thinking"]).toBeUndefined();
    expect(body["tool_choice"]).toEqual({ type: "any" });
    expect(JSON.stringify(body["messages"])).not.toContain("thinking");
    const always = write(turns, { ...forced, model: "claude-opus-5-5" });
    expect(always.body["tool_choice"]).toBeUndefined();
    expect(always.dropped).toEqual(["tool_choice"]);
    expect(always.body["output_config"]).toEqual({ effort: "high" });
  });
});

describe("the settings", () => {
  const choice = (settings: Partial<TranslatedRequest>) =>
    bodyOf([user("x")], { tools, ...settings })["tool_choice"];

  it("choose tools", () => {
    expect(choice({})).toBeUndefined();
    expect(choice({ toolChoice: "none" })).toEqual({ type: "none" });
    expect(choice({ toolChoice: "required" })).toEqual({ type: "any" });
    expect(choice({ toolChoice: { name: "list_files" }, parallelCalls: false })).toEqual({
      type: "tool",
      name: "list_files",
      disable_parallel_tool_use: true,
    });
    expect(choice({ parallelCalls: false })).toEqual({ type: "auto", disable_parallel_tool_use: true });
    expect(choice({ tools: [], toolChoice: "required" })).toBeUndefined();
  });

  it("join the alternatives of a tool's arguments, which the API refuses at the top of a schema", () => {
    const path = { type: "string" };
    const parameters = {
      type: "object",
      properties: { path },
      required: ["path"],
      anyOf: [
        { properties: { line: { type: "integer" } }, required: ["line"] },
        { properties: { line: { type: "string" }, path } },
      ],
    };
    const tool = { ...LIST_FILES, description: "Opens.", parameters };
    const [written] = bodyOf([user("x")], { tools: [tool] })["tools"] as JsonRecord[];
    expect(written?.["input_schema"]).toEqual({
      type: "object",
      properties: { line: { anyOf: [{ type: "integer" }, { type: "string" }] }, path },
      required: ["path"],
    });
    expect(written?.["description"]).toContain(JSON.stringify(parameters.anyOf));
  });

  it("name the tools of the history where the request has none, and forbid them", () => {
    const body = bodyOf([user("x"), ...step(["a"]), user("summarize")]);
    expect(body["tools"]).toMatchObject([{ name: "list_files" }]);
    expect(body["tool_choice"]).toEqual({ type: "none" });
  });

  it("always say how long the answer may be", () => {
    expect(bodyOf([user("x")])["max_tokens"]).toBe(16_000);
    expect(bodyOf([user("x")], { maxOutputTokens: 50 })["max_tokens"]).toBe(50);
  });

  it("hold sampling only where the model takes it", () => {
    const sampled = { temperature: 1.5, topP: 0.5 };
    expect(bodyOf([user("x")], { model: "claude-opus-4-5", ...sampled })).toMatchObject({ temperature: 1 });
    expect(bodyOf([user("x")], { model: "claude-opus-4-5", ...sampled })).not.toHaveProperty("top_p");
    expect(bodyOf([user("x")], { model: "claude-opus-4-5", topP: 0.5 })).toMatchObject({ top_p: 0.5 });
    expect(bodyOf([user("x")], { model: "claude-opus-4-5", effort: "low", ...sampled })).not.toHaveProperty(
      "temperature",
    );
    const newer = write([user("x")], sampled);
    expect(newer.body).not.toHaveProperty("temperature");
    expect(newer.dropped).toEqual(["sampling"]);
  });

  it("offer the vendor's own search, unless a function has its name", () => {
    const webSearch = {
      allowedDomains: ["https://example.com"],
      userLocation: { type: "approximate", city: "Kiel", country: null },
    };
    expect(bodyOf([user("x")], { tools, webSearch })["tools"]).toMatchObject([
      { name: "list_files" },
      {
        type: "web_search_20250305",
        name: "web_search",
        allowed_domains: ["example.com"],
        user_location: { type: "approximate", city: "Kiel" },
      },
    ]);
    const own = write([user("x")], { tools: [{ ...LIST_FILES, name: "web_search" }], webSearch });
    expect(own.body["tools"]).toHaveLength(1);
    expect(own.dropped).toEqual(["web_search"]);
  });

  const schema = { type: "object", properties: { n: { type: "integer", minimum: 1 } }, required: ["n"] };
  const outputFormat = { type: "json_schema", name: "answer", schema } as const;

  it("ask for a format by a closed schema, by a forced tool on older models, and in words beside other tools", () => {
    expect(bodyOf([user("x")], { outputFormat })["output_config"]).toEqual({
      format: {
        type: "json_schema",
        schema: {
          type: "object",
          properties: { n: { type: "integer", description: "minimum: 1" } },
          required: ["n"],
          additionalProperties: false,
        },
      },
    });
    const older = bodyOf([user("x")], { model: "claude-sonnet-4-0", outputFormat, effort: "high" });
    expect(older["tool_choice"]).toEqual({ type: "tool", name: "answer_in_format" });
    expect(older["tools"]).toMatchObject([{ input_schema: schema }]);
    expect(older["thinking"]).toBeUndefined();
    const beside = bodyOf([user("x")], { model: "claude-sonnet-4-0", outputFormat, tools });
    expect(JSON.stringify(beside["system"])).toContain("matches this schema");
    expect(beside["tool_choice"]).toBeUndefined();
    expect(
      JSON.stringify(bodyOf([user("x")], { outputFormat: { type: "json_object" } })["system"]),
    ).toContain("one JSON object");
  });

  it("yield to what a vendor declares", () => {
    const other = testVendor("minimax", { anthropic: { thinking: "none", cacheMarks: false } });
    const { body } = anthropicRequest(
      testRequest([system("s"), user("x")], { model: "MiniMax-M3", effort: "high" }),
      other,
    );
    expect(body["thinking"]).toBeUndefined();
    expect(JSON.stringify(body)).not.toContain("cache_control");
  });
});
