import Anthropic from "@anthropic-ai/sdk";
import { afterEach, describe, expect, it } from "vitest";
import type { ScriptedUpstream } from "../start-upstream.js";
import { type ScriptedAnthropicOptions, startScriptedAnthropic } from "./start-scripted-anthropic.js";

let server: ScriptedUpstream | undefined;
afterEach(() => server?.close());

async function start(options: ScriptedAnthropicOptions = {}): Promise<{
  server: ScriptedUpstream;
  client: Anthropic;
}> {
  server = await startScriptedAnthropic(options);
  return { server, client: new Anthropic({ apiKey: "any", baseURL: server.origin, maxRetries: 0 }) };
}

const MODEL = "claude-opus-4-7";
const user = (text: string): Anthropic.MessageParam => ({ role: "user", content: text });
const tools: Anthropic.Tool[] = [{ name: "ls", input_schema: { type: "object", properties: {} } }];
const base = { model: MODEL, max_tokens: 4000, messages: [user("Hi")] };

/** What the server says to a body; undefined if it takes it. */
async function refusalOf(body: object, headers: Record<string, string> = {}): Promise<string | undefined> {
  const { server } = await start({ contextWindow: 100_000 });
  const response = await fetch(`${server.origin}/v1/messages`, {
    method: "POST",
    headers: { "x-api-key": "any", "anthropic-version": "2023-06-01", ...headers },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { error?: { type: string; message: string } };
  await server.close();
  return answer.error?.message;
}

describe("the scripted Anthropic server, asked by the official client", () => {
  it("streams thinking, text and parallel calls, and takes back what it gave", async () => {
    const { server, client } = await start();
    server.reply(
      [
        { type: "thinking", text: "First the files, all of them, and then the rest of the folder." },
        { type: "redacted_thinking" },
        "Let me look.",
        { type: "call", name: "ls", arguments: { path: "a", note: "schön" } },
        { type: "call", name: "ls" },
      ],
      ["Two files."],
    );
    const asked = { ...base, tools, thinking: { type: "adaptive" } as const };
    const first = await client.messages.stream(asked).finalMessage();
    expect(first.content.map(({ type }) => type)).toEqual([
      "thinking",
      "redacted_thinking",
      "text",
      "tool_use",
      "tool_use",
    ]);
    expect(first.stop_reason).toBe("tool_use");
    expect(first.content[3]).toMatchObject({ input: { path: "a", note: "schön" } });
    expect(first.usage.input_tokens).toBeGreaterThan(0);
    const results = first.content
      .filter((block) => block.type === "tool_use")
      .map(({ id }) => ({ type: "tool_result", tool_use_id: id, content: "x" }) as const);
    const second = await client.messages.create({
      ...asked,
      messages: [
        ...base.messages,
        { role: "assistant", content: first.content },
        { role: "user", content: results },
      ],
    });
    expect(second.content).toMatchObject([{ type: "text", text: "Two files." }]);
    expect(server.accepted).toHaveLength(2);
  });

  it("searches, cites and pauses", async () => {
    const { server, client } = await start();
    const sources = [{ url: "https://a.example", title: "A" }];
    server.reply({ parts: [{ type: "search", query: "tides", sources }], finish: "pause_turn" });
    const message = await client.messages.stream(base).finalMessage();
    expect(message.content.map(({ type }) => type)).toEqual([
      "server_tool_use",
      "web_search_tool_result",
      "text",
    ]);
    expect(message.content[2]).toMatchObject({ citations: [{ url: "https://a.example" }] });
    const resumed = await client.messages.create({
      ...base,
      messages: [...base.messages, { role: "assistant", content: message.content }],
    });
    expect(resumed.stop_reason).toBe("end_turn");
  });

  it("counts, and refuses what is longer than the window", async () => {
    const { client } = await start({ contextWindow: 1000 });
    const long = [user("sea ".repeat(1200))];
    const counted = await client.messages.countTokens({ model: MODEL, messages: long });
    expect(counted.input_tokens).toBeGreaterThan(1000);
    await expect(client.messages.create({ ...base, messages: long })).rejects.toThrow(
      `prompt is too long: ${counted.input_tokens} tokens > 1000 maximum`,
    );
    await expect(client.messages.create({ ...base, model: "claude-haiku-4-5" })).rejects.toThrow(
      /input length and `max_tokens` exceed context limit: \d+ \+ 4000 > 1000/u,
    );
  });

  it("asks for a key, a version and a model that exists", async () => {
    const { server, client } = await start({ apiKey: "right" });
    await expect(client.messages.create(base)).rejects.toMatchObject({ status: 401 });
    const right = new Anthropic({ apiKey: "right", baseURL: server.origin, maxRetries: 0 });
    await expect(right.messages.create({ ...base, model: "claude-x" })).rejects.toMatchObject({
      status: 404,
    });
    await expect(right.messages.create(base)).resolves.toMatchObject({ role: "assistant" });
    const bare = await fetch(`${server.origin}/v1/messages`, {
      method: "POST",
      headers: { "x-api-key": "right" },
    });
    expect(await bare.text()).toContain("anthropic-version: header is required");
  });

  it.each([400, 401, 404, 429, 500, 529])("fails with %i on demand, and goes on", async (status) => {
    const { server, client } = await start();
    server.fault({ kind: "status", status, headers: { "retry-after": "3" } });
    await expect(client.messages.create(base)).rejects.toMatchObject({ status });
    await expect(client.messages.create(base)).resolves.toMatchObject({ role: "assistant" });
  });

  it("cuts, stalls, resets and fails inside a stream", async () => {
    const { server, client } = await start({ respond: () => ["A text of some length, in pieces."] });
    const read = () => client.messages.stream(base).finalMessage();
    server.fault({ kind: "cut", afterEvents: 4 });
    await expect(read()).rejects.toThrow();
    server.fault({ kind: "reset" });
    await expect(read()).rejects.toThrow();
    server.fault({ kind: "error_event", status: 529, message: "Overloaded" });
    await expect(read()).rejects.toThrow("overloaded_error");
    const stall = server.fault({ kind: "stall", afterEvents: 3 });
    const stream = client.messages.stream(base);
    let isOver = false;
    const answer = stream.finalMessage().finally(() => {
      isOver = true;
    });
    await new Promise<void>((resolve) => stream.once("streamEvent", () => resolve()));
    expect(isOver).toBe(false);
    stall.release();
    await expect(answer).resolves.toMatchObject({ stop_reason: "end_turn" });
    expect(stall.hits).toBe(1);
  });
});

describe("the scripted Anthropic server", () => {
  const use = (...ids: string[]) => ({
    role: "assistant",
    content: ids.map((id) => ({ type: "tool_use", id, name: "ls", input: {} })) as object[],
  });
  const result = (...ids: string[]) => ({
    role: "user",
    content: ids.map((id) => ({ type: "tool_result", tool_use_id: id, content: "x" })) as object[],
  });
  const withMessages = (...messages: object[]) => ({ ...base, messages: [user("Hi"), ...messages] });
  const thinking = { type: "thinking", thinking: "hm", signature: "abc.def" };
  const enabled = { type: "enabled", budget_tokens: 2000 };
  const marked = { type: "text", text: "x", cache_control: { type: "ephemeral" } };
  const schema = { type: "object", properties: {} };
  const image = (source: object) => withMessages({ role: "user", content: [{ type: "image", source }] });

  it("takes what the API takes", async () => {
    expect(await refusalOf(base)).toBeUndefined();
    expect(
      await refusalOf({ ...withMessages(use("a", "b"), result("b", "a"), user("go on")), tools }),
    ).toBeUndefined();
    expect(await refusalOf({ ...base, model: "claude-sonnet-4-5", thinking: enabled })).toBeUndefined();
    const closed = { ...schema, additionalProperties: false };
    expect(
      await refusalOf({
        ...base,
        output_config: { effort: "xhigh", format: { type: "json_schema", schema: closed } },
      }),
    ).toBeUndefined();
  });

  it.each<[string, object, string]>([
    ["no max_tokens", { ...base, max_tokens: undefined }, "max_tokens: Field required"],
    [
      "unknown fields",
      { ...base, parallel_tool_calls: false },
      "parallel_tool_calls: Extra inputs are not permitted",
    ],
    ["no message", { ...base, messages: [] }, "messages: at least one message is required"],
    [
      "an assistant who begins",
      { ...base, messages: [{ role: "assistant", content: "x" }, user("y")] },
      'messages: first message must use the "user" role',
    ],
    ["a system message", withMessages({ role: "system", content: "x" }), 'Unexpected role "system"'],
    [
      "an unknown role",
      withMessages({ role: "tool", content: "x" }),
      "Input should be 'user' or 'assistant'",
    ],
    [
      "an empty message",
      withMessages({ role: "user", content: [] }),
      "all messages must have non-empty content",
    ],
    ["an empty text", withMessages(user("")), "text content blocks must be non-empty"],
    ["a blank text", withMessages(user(" \n")), "text content blocks must contain non-whitespace text"],
    [
      "an empty system text",
      { ...base, system: [{ type: "text", text: "" }] },
      "system: text content blocks must be",
    ],
    [
      "an assistant who ends",
      withMessages({ role: "assistant", content: "The answer is" }),
      "This model does not support assistant message prefill. The conversation must end with a user message.",
    ],
    [
      "a call without its result",
      withMessages(use("a", "b"), result("a")),
      "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: b.",
    ],
    [
      "a result behind other content",
      withMessages(use("a"), {
        role: "user",
        content: [{ type: "text", text: "x" }, ...result("a").content],
      }),
      "`tool_use` ids were found without `tool_result` blocks immediately after: a.",
    ],
    [
      "a result without its call",
      withMessages(result("a")),
      "unexpected `tool_use_id` found in `tool_result` blocks: a.",
    ],
    ["two results of a call", withMessages(use("a"), result("a", "a")), "unexpected `tool_use_id`"],
    [
      "an id twice",
      withMessages(use("a"), result("a"), use("a"), result("a")),
      "messages: `tool_use` ids must be unique",
    ],
    ["a strange id", withMessages(use("functions.ls:0"), result("functions.ls:0")), "'^[a-zA-Z0-9_-]+$'"],
    [
      "arguments that are no object",
      withMessages({ role: "assistant", content: [{ type: "tool_use", id: "a", name: "ls", input: "{}" }] }),
      "tool_use.input: Input should be a valid dictionary",
    ],
    [
      "an unknown kind of image",
      image({ type: "base64", media_type: "image/svg+xml", data: "AAAA" }),
      "Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'",
    ],
    [
      "an image by plain HTTP",
      image({ type: "url", url: "http://a.example/x.png" }),
      "Only HTTPS URLs are supported.",
    ],
    [
      "a budget without room",
      { ...base, model: "claude-sonnet-4-5", thinking: { ...enabled, budget_tokens: 4000 } },
      "`max_tokens` must be greater than `thinking.budget_tokens`",
    ],
    [
      "a tiny budget",
      { ...base, model: "claude-sonnet-4-5", thinking: { ...enabled, budget_tokens: 5 } },
      "greater than or equal to 1024",
    ],
    [
      "a budget on newer models",
      { ...base, thinking: enabled },
      '"thinking.type.enabled" is not supported for this model.',
    ],
    [
      "no thinking on models that always think",
      { ...base, model: "claude-opus-5-5", thinking: { type: "disabled" } },
      '"thinking.type.disabled" is not supported for this model.',
    ],
    [
      "adaptive thinking on older models",
      { ...base, model: "claude-sonnet-4-5", thinking: { type: "adaptive" } },
      "adaptive thinking is not supported on this model",
    ],
    [
      "a forced tool with thinking",
      { ...base, tools, tool_choice: { type: "any" }, thinking: { type: "adaptive" } },
      "Thinking may not be enabled when tool_choice forces tool use.",
    ],
    [
      "a forced tool where thinking is the default",
      { ...base, model: "claude-opus-5", tools, tool_choice: { type: "tool", name: "ls" } },
      "Thinking may not be enabled when tool_choice forces tool use.",
    ],
    [
      "a step without its thinking",
      { ...withMessages(use("a"), result("a")), model: "claude-sonnet-4-5", tools, thinking: enabled },
      "messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`.",
    ],
    [
      "foreign thinking",
      {
        ...withMessages({ role: "assistant", content: [thinking, ...use("a").content] }, result("a")),
        tools,
      },
      "messages.1.content.0: Invalid `signature` in `thinking` block",
    ],
    [
      "thinking at the end of a message",
      withMessages({ role: "assistant", content: [thinking] }, user("x")),
      "The final block in an assistant message cannot be `thinking`.",
    ],
    ["sampling on newer models", { ...base, temperature: 0 }, "`temperature` is deprecated for this model."],
    [
      "sampling with thinking",
      { ...base, model: "claude-sonnet-4-5", thinking: enabled, temperature: 0 },
      "`temperature` may only be set to 1 when thinking is enabled",
    ],
    [
      "both kinds of sampling",
      { ...base, model: "claude-sonnet-4-5", temperature: 0, top_p: 0.5 },
      "cannot both be specified",
    ],
    [
      "an unknown effort",
      { ...base, model: "claude-opus-4-6", output_config: { effort: "xhigh" } },
      "does not support effort level 'xhigh'",
    ],
    [
      "an open schema",
      { ...base, output_config: { format: { type: "json_schema", schema } } },
      "'additionalProperties' must be explicitly set to false",
    ],
    [
      "five marks for the cache",
      withMessages({ role: "user", content: Array.from({ length: 5 }, () => marked) }),
      "A maximum of 4 blocks with cache_control may be provided. Found 5.",
    ],
    ["two tools of a name", { ...base, tools: [...tools, ...tools] }, "tools: Tool names must be unique."],
    [
      "a choice without tools",
      { ...base, tool_choice: { type: "auto" } },
      "tool_choice may only be specified while providing tools",
    ],
    [
      "an unknown choice",
      { ...base, tools, tool_choice: { type: "tool", name: "x" } },
      "Tool 'x' not found in provided tools",
    ],
    [
      "a tool without a schema",
      { ...base, tools: [{ name: "x" }] },
      "tools.0.custom.input_schema: Field required",
    ],
    [
      "a beta without its header",
      { ...base, thinking: { type: "adaptive", block_binding: {} } },
      "block_binding: Extra inputs are not permitted",
    ],
  ])("refuses %s", async (_, body, message) => {
    expect(await refusalOf(body)).toContain(message);
  });

  it("binds the thinking of newer models to what stood before, marks for the cache left aside", async () => {
    const { server, client } = await start();
    server.reply([
      { type: "thinking", text: "hm" },
      { type: "call", name: "ls" },
    ]);
    const asked = { ...base, model: "claude-opus-5-5", tools };
    const first = await client.messages.create(asked);
    const answered = [
      { role: "assistant", content: first.content },
      result((first.content[1] as Anthropic.ToolUseBlock).id),
    ] as Anthropic.MessageParam[];
    const unchanged = [{ role: "user", content: [{ ...marked, text: "Hi" }] }, ...answered];
    await client.messages.create({ ...asked, messages: unchanged as Anthropic.MessageParam[] });
    const changed = { ...asked, messages: [user("A summary."), ...answered] };
    await expect(client.messages.create(changed)).rejects.toThrow(
      "The block is bound to a different conversation.",
    );
    const loose = await client.beta.messages.create({
      ...changed,
      messages: changed.messages as Anthropic.Beta.BetaMessageParam[],
      thinking: { type: "adaptive", block_binding: { prefix_mismatch_behavior: "drop_block" } },
      betas: ["thinking-binding-controls-2026-08-01"],
    });
    expect(loose.stop_reason).toBe("end_turn");
  });
});
