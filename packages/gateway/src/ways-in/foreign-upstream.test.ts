import Anthropic from "@anthropic-ai/sdk";
import { LLMock } from "@copilotkit/aimock";
import OpenAI from "openai";
import { describe, expect, it, onTestFinished } from "vitest";
import { runGateway, testRoute } from "../testing/running-gateway.js";

/** Protocol, vendor, model and path of an upstream. */
type Upstream = readonly [protocol: string, vendor: string, model: string, path: string];

/** Upstreams by somebody else, who wrote what these APIs answer without having seen the gateway. */
const UPSTREAMS: readonly [Upstream, Upstream, Upstream, Upstream] = [
  ["responses", "openai", "gpt-5", "/v1"],
  ["chat", "generic", "some-model", "/v1"],
  ["messages", "anthropic", "claude-haiku-4-5", "/v1"],
  ["gemini", "gemini", "gemini-3-pro", "/v1beta"],
];

const TOOLS: OpenAI.Responses.FunctionTool[] = ["read", "list"].map((name) => ({
  type: "function",
  name,
  description: `Does ${name}.`,
  parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
  strict: false,
}));

async function setUp([, vendor, model, path]: Upstream) {
  const mock = new LLMock({ port: 0, logLevel: "silent" });
  mock.on(
    { userMessage: "think", hasToolResult: false },
    { content: "It is forty-two. 🌊", reasoning: "Six by seven." },
  );
  mock.on(
    { userMessage: "look", hasToolResult: false },
    {
      content: "I look at both.",
      toolCalls: [
        { name: "read", arguments: '{"path":"a.ts"}', id: "call_a" },
        { name: "list", arguments: '{"path":"ü/"}', id: "call_b" },
      ],
    },
  );
  mock.on({ userMessage: "look", hasToolResult: true }, { content: "Both are empty." });
  mock.on(
    { userMessage: "be busy" },
    { error: { message: "Slow down.", type: "rate_limit_error" }, status: 429, retryAfter: 7 },
  );
  mock.on({ userMessage: "break" }, { error: { message: "It broke.", type: "server_error" }, status: 500 });
  await mock.start();
  onTestFinished(() => mock.stop());
  const { baseURL } = await runGateway({
    routes: [testRoute({ model, vendor, baseUrl: `${mock.url}${path}`, key: "k" })],
  });
  const client = new OpenAI({ baseURL, apiKey: "any", maxRetries: 0 });
  return { mock, model, baseURL, client };
}

const calls = (output: readonly OpenAI.Responses.ResponseOutputItem[]) =>
  output.filter((item) => item.type === "function_call");

describe.each(UPSTREAMS)("an upstream of aimock that speaks %s", (...upstream) => {
  it("is read by OpenAI's client: text, thoughts, parallel calls and their results", async () => {
    const { client, model, mock } = await setUp(upstream);
    const thought = await client.responses.stream({ model, input: "think" }).finalResponse();
    expect([thought.status, thought.output_text]).toEqual(["completed", "It is forty-two. 🌊"]);
    // It reports 0, which is passed on where the protocol is, and estimated where it is translated.
    if (upstream[0] !== "responses") expect(thought.usage?.output_tokens).toBeGreaterThan(0);
    const input: OpenAI.Responses.ResponseInputItem[] = [{ role: "user", content: "look" }];
    const looked = await client.responses.create({ model, input, tools: TOOLS, store: false });
    expect(calls(looked.output).map(({ name, arguments: given }) => [name, JSON.parse(given)])).toEqual([
      ["read", { path: "a.ts" }],
      ["list", { path: "ü/" }],
    ]);
    for (const { call_id } of calls(looked.output))
      input.push({ type: "function_call_output", call_id, output: "nothing" });
    input.splice(1, 0, ...(looked.output as OpenAI.Responses.ResponseInputItem[]));
    const events: string[] = [];
    const stream = client.responses.stream({ model, input, tools: TOOLS, store: false });
    for await (const { type } of stream) events.push(type);
    expect((await stream.finalResponse()).output_text).toBe("Both are empty.");
    expect([events[0], events.at(-1)]).toEqual(["response.created", "response.completed"]);
    expect(mock.getRequests().map(({ response }) => response.status)).toEqual([200, 200, 200]);
  });

  it("is refused and broken for a client as it was for the gateway", async () => {
    const { client, model } = await setUp(upstream);
    const busy = await client.responses.create({ model, input: "be busy" }).catch((error: unknown) => error);
    expect(busy).toMatchObject({ status: 429, message: expect.stringContaining("Slow down.") });
    const broken = client.responses.stream({ model, input: "break" }).finalResponse();
    await expect(broken).rejects.toMatchObject({ status: expect.toSatisfy((status) => status >= 500) });
  });
});

describe("an upstream of aimock, passed on in its own protocol", () => {
  it("is read by OpenAI's client for Chat Completions", async () => {
    const { client, model } = await setUp(UPSTREAMS[1]);
    const messages = [{ role: "user", content: "look" } as const];
    const stream = client.chat.completions.stream({
      model,
      messages,
      stream_options: { include_usage: true },
    });
    const { choices, usage } = await stream.finalChatCompletion();
    expect(choices[0]?.message.tool_calls?.map((call) => call.id)).toEqual(["call_a", "call_b"]);
    expect(usage?.prompt_tokens).toBeGreaterThan(0);
    const whole = await client.chat.completions.create({
      model,
      messages: [{ role: "user", content: "think" }],
    });
    expect(whole.choices[0]?.message.content).toBe("It is forty-two. 🌊");
  });

  it("is read by Anthropic's client", async () => {
    const { model, baseURL } = await setUp(UPSTREAMS[2]);
    const client = new Anthropic({ baseURL: baseURL.replace(/\/v1$/, ""), apiKey: "any", maxRetries: 0 });
    const asked = { model, max_tokens: 500 };
    const look = await client.messages
      .stream({ ...asked, messages: [{ role: "user", content: "look" }] })
      .finalMessage();
    expect(look.content.map(({ type }) => type)).toEqual(["text", "tool_use", "tool_use"]);
    const whole = await client.messages.create({ ...asked, messages: [{ role: "user", content: "think" }] });
    expect(whole.content.map(({ type }) => type)).toEqual(["thinking", "text"]);
    const busy = client.messages.create({ ...asked, messages: [{ role: "user", content: "be busy" }] });
    await expect(busy).rejects.toMatchObject({ status: 429 });
  });
});
