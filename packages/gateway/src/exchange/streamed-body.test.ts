import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { describe, expect, it, onTestFinished } from "vitest";
import { PROTOCOLS } from "../protocols/protocols.js";
import { runGateway, testRoute } from "../testing/running-gateway.js";
import { eventText } from "./event-text.js";

/** An upstream that answers everything in one piece, and a client of the gateway before it. */
async function setUp(vendor: string, answer: unknown, type = "application/json; charset=utf-8") {
  const requests: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      requests.push(Buffer.concat(chunks).toString("utf8"));
      const text = typeof answer === "string" ? answer : JSON.stringify(answer);
      outgoing.setHeader("content-type", type).end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const { baseURL } = await runGateway({ routes: [testRoute({ model: "m", vendor, baseUrl, key: "k" })] });
  const client = new OpenAI({ baseURL, apiKey: "any", maxRetries: 0 });
  const origin = baseURL.replace(/\/v1$/u, "");
  const claude = new Anthropic({ baseURL: origin, apiKey: "any", maxRetries: 0, logLevel: "off" });
  return {
    requests,
    client,
    claude,
    ask: () => client.responses.create({ model: "m", input: "Go.", store: false }),
  };
}

const CALL = { id: "c1", type: "function", function: { name: "run", arguments: '{"a":1}' } };
const CHAT = {
  id: "x",
  choices: [
    {
      index: 0,
      message: { role: "assistant", content: "Good.", tool_calls: [CALL] },
      finish_reason: "tool_calls",
    },
  ],
  usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 },
};
const ANTHROPIC = {
  id: "msg",
  type: "message",
  role: "assistant",
  model: "m",
  content: [
    { type: "thinking", thinking: "Hm.", signature: "s" },
    { type: "text", text: "Good." },
    { type: "tool_use", id: "c1", name: "run", input: { a: 1 } },
  ],
  stop_reason: "tool_use",
  usage: { input_tokens: 7, output_tokens: 3 },
};
const RESPONSE = {
  id: "resp_1",
  object: "response",
  created_at: 1,
  status: "completed",
  model: "m",
  output: [
    {
      id: "rs_1",
      type: "reasoning",
      summary: [{ type: "summary_text", text: "Hm." }],
      content: [{ type: "reasoning_text", text: "Well." }],
      encrypted_content: "sealed",
    },
    {
      id: "msg_1",
      type: "message",
      role: "assistant",
      status: "completed",
      content: [
        {
          type: "output_text",
          text: "Good.",
          annotations: [
            { type: "url_citation", url: "https://example.org", title: "E", start_index: 0, end_index: 5 },
          ],
          logprobs: [],
        },
        { type: "refusal", refusal: "No more." },
      ],
    },
    { id: "ws_1", type: "web_search_call", status: "completed", action: { type: "search", query: "q" } },
    { id: "ct_1", type: "custom_tool_call", call_id: "c0", name: "patch", input: "*** Begin" },
    {
      id: "fc_1",
      type: "function_call",
      status: "completed",
      call_id: "c1",
      name: "run",
      arguments: '{"a":1}',
    },
  ],
  tools: [],
  usage: {
    input_tokens: 7,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 3,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 10,
  },
};
const GEMINI = {
  candidates: [
    {
      content: {
        role: "model",
        parts: [{ text: "Good." }, { functionCall: { name: "run", args: { a: 1 } } }],
      },
      finishReason: "STOP",
    },
  ],
  usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 3, totalTokenCount: 10 },
};

describe("an upstream that streams what nobody wanted as a stream", () => {
  const ask = { model: "m", max_tokens: 99, messages: [{ role: "user", content: "Go." }] };
  const ASKED = [
    {
      path: "/responses",
      vendor: "openai",
      protocol: "responses",
      answer: RESPONSE,
      body: { model: "m", input: "Go." },
    },
    { path: "/chat/completions", vendor: "generic", protocol: "chat", answer: CHAT, body: ask },
    { path: "/messages", vendor: "anthropic", protocol: "anthropic", answer: ANTHROPIC, body: ask },
  ] as const;

  it.each(ASKED)("is passed on as one answer: $path", async ({ path, vendor, protocol, answer, body }) => {
    const events = (PROTOCOLS[protocol].wholeEvents?.(answer) ?? []).map(eventText);
    const { client } = await setUp(vendor, events.join(""), "text/event-stream");
    expect(await client.post(path, { body })).toMatchObject(answer);
    const cut = await setUp(vendor, events[0] ?? "", "text/event-stream");
    await expect(cut.client.post(path, { body })).rejects.toMatchObject({ status: 502 });
    const failure =
      'data: {"type":"error","error":{"message":"Too many of you.","type":"rate_limit_error"}}\n\n';
    const failed = await setUp(vendor, `${events[0]}${failure}`, "text/event-stream");
    await expect(failed.client.post(path, { body })).rejects.toThrow(/Too many of you\./u);
  });
});

describe("an upstream that takes no notice of `stream`", () => {
  it.each([
    ["generic", CHAT],
    ["openai", RESPONSE],
    ["anthropic", ANTHROPIC],
    ["gemini", GEMINI],
    ["gemini", [GEMINI]],
  ])("is understood: %s", async (vendor, answer) => {
    const response = await (await setUp(vendor, answer)).ask();
    expect(response.status).toBe("completed");
    expect(response.output_text).toBe("Good.");
    const call = response.output.find((item) => item.type === "function_call");
    expect(call).toMatchObject({ name: "run", arguments: '{"a":1}' });
    expect(response.usage).toMatchObject({ input_tokens: 7, output_tokens: 3 });
  });

  it.each([
    ["gemini", JSON.stringify(GEMINI)],
    ["gemini", `data: ${JSON.stringify(GEMINI)}\n\n`, "text/event-stream"],
    ["anthropic", JSON.stringify(ANTHROPIC)],
    ["generic", JSON.stringify(CHAT).replace('"{\\"a\\":1}"', '{"a":1}')],
  ])("keeps every digit of a number in the arguments of a call: %s", async (vendor, text, type?: string) => {
    const digits = "1234567890123456789";
    const { client, requests } = await setUp(vendor, text.replace('"a":1', `"a":${digits}`), type);
    const { output } = await client.responses.create({ model: "m", input: "Go.", store: false });
    const call = output.find((item) => item.type === "function_call");
    expect(call?.arguments).toBe(`{"a":${digits}}`);
    const result = { type: "function_call_output" as const, call_id: call?.call_id ?? "", output: "Done." };
    const input = [{ role: "user" as const, content: "Go." }, ...output, result];
    await client.responses.create({ model: "m", store: false, input: input as never });
    expect(requests.at(-1)?.replaceAll("\\", "")).toContain(`{"a":${digits}}`);
  });

  it("keeps every digit of a number in the action of a call, both ways", async () => {
    const digits = "1234567890123456789";
    const given = { name: "shell", arguments: `{"commands":["ls"],"timeout_ms":${digits}}` };
    const { client, requests } = await setUp("generic", {
      ...CHAT,
      choices: [
        {
          message: { content: null, tool_calls: [{ ...CALL, function: given }] },
          finish_reason: "tool_calls",
        },
      ],
    });
    const asked = { model: "m", input: "Go.", tools: [{ type: "shell" }] };
    for (const stream of [false, true]) {
      const answer = await client.post("/responses", { body: { ...asked, stream } }).asResponse();
      const text = await answer.text();
      const [item] = /\{"id":"[^"]+","type":"shell_call".+?"timeout_ms":\d{16,}[^}]*\}\}?/u.exec(text) ?? [];
      expect([stream, item]).toEqual([stream, expect.stringContaining(`"timeout_ms":${digits},`)]);
      const output = { type: "shell_call_output", call_id: "c1", output: [] };
      const input = `[{"role":"user","content":"Go."},${item},${JSON.stringify(output)}]`;
      const body = JSON.stringify({ ...asked, input: "INPUT" }).replace('"INPUT"', input);
      const headers = { "content-type": "application/json" };
      await fetch(`${client.baseURL}/responses`, { method: "POST", headers, body });
      expect(requests.at(-1)).toContain(digits);
    }
  });

  it("keeps every digit of the input of a call where usage is added to the answer", async () => {
    const digits = "1234567890123456789";
    const uncounted = JSON.stringify({ ...ANTHROPIC, usage: {} }).replace('"a":1', `"a":${digits}`);
    const { claude } = await setUp("anthropic", uncounted);
    for (const stream of [false, true]) {
      const body = { model: "m", max_tokens: 9, stream, messages: [{ role: "user", content: "Go." }] };
      const text = await (await claude.post("/v1/messages", { body }).asResponse()).text();
      expect([stream, text.includes(digits), text.includes('"input_tokens"')]).toEqual([stream, true, true]);
    }
  });

  it("gives a client of the same protocol a stream that its accumulator takes: Responses", async () => {
    const { client } = await setUp("openai", RESPONSE);
    const streamed = client.responses.stream({ model: "m", input: "Go." });
    const told: string[] = [];
    streamed.on("response.output_text.delta", ({ delta }) => told.push(delta));
    expect(await streamed.finalResponse()).toMatchObject(RESPONSE);
    expect(told).toEqual(["Good."]);
    const stored = client.responses.stream({ response_id: "resp_1" });
    expect(await stored.finalResponse()).toMatchObject(RESPONSE);
    const rest = await client.responses.retrieve("resp_1", { stream: true, starting_after: 30 });
    const types: string[] = [];
    for await (const { type, sequence_number } of rest) {
      types.push(type);
      expect(sequence_number).toBeGreaterThan(30);
    }
    expect(types).toEqual([
      "response.output_item.done",
      "response.output_item.added",
      "response.function_call_arguments.delta",
      "response.function_call_arguments.done",
      "response.output_item.done",
      "response.completed",
    ]);
    const wrong = client.responses.retrieve("resp_1", { stream: true, starting_after: -2 });
    await expect(wrong).rejects.toMatchObject({ status: 400, param: "starting_after" });
    await expect(client.responses.retrieve("other", { stream: true })).rejects.toMatchObject({ status: 404 });
  });

  it("gives a client of the same protocol a stream that its accumulator takes: Chat", async () => {
    const { client } = await setUp("generic", CHAT);
    const messages = [{ role: "user" as const, content: "Go." }];
    const streamed = client.chat.completions.stream({ model: "m", messages });
    const completion = await streamed.finalChatCompletion();
    expect(completion.choices[0]).toMatchObject({
      finish_reason: "tool_calls",
      message: { content: "Good.", tool_calls: [{ id: "c1", function: { arguments: '{"a":1}' } }] },
    });
    const chunks = await client.chat.completions.create({
      model: "m",
      messages,
      stream: true,
      stream_options: { include_usage: true },
    });
    const usages: unknown[] = [];
    for await (const { choices, usage } of chunks) if (choices.length === 0) usages.push(usage);
    expect(usages).toEqual([CHAT.usage]);
  });

  it("passes events on as such where the upstream does not say that they are some", async () => {
    const delta = { role: "assistant", content: "Good." };
    const chunk = { id: "x", choices: [{ index: 0, delta, finish_reason: "stop" }] };
    const events = `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`;
    const { client } = await setUp("generic", events, "application/octet-stream");
    const messages = [{ role: "user" as const, content: "Go." }];
    const completion = await client.chat.completions.stream({ model: "m", messages }).finalChatCompletion();
    expect(completion.choices[0]?.message.content).toBe("Good.");
  });

  it("gives a client of the same protocol a stream that its accumulator takes: Messages", async () => {
    const { claude } = await setUp("anthropic", ANTHROPIC);
    const messages = [{ role: "user" as const, content: "Go." }];
    const message = await claude.messages.stream({ model: "m", max_tokens: 99, messages }).finalMessage();
    expect(message).toMatchObject(ANTHROPIC);
  });

  it("is quoted where it gives an error, and named where it gives a page", async () => {
    const refused = await setUp("generic", {
      error: { message: "Too many of you.", code: "rate_limit_exceeded" },
    });
    await expect(refused.ask()).rejects.toThrow(/Too many of you\./u);
    const base_resp = { status_code: 1004, status_msg: "Login fail, no such key." };
    const minimax = await setUp("minimax", { choices: null, base_resp });
    await expect(minimax.ask()).rejects.toThrow(/Login fail, no such key\./u);
    const lost = await setUp("generic", "<html>Welcome</html>", "text/html");
    await expect(lost.ask()).rejects.toThrow(/answered with text\/html that is no answer. Check base_url/u);
    const empty = await setUp("generic", { object: "list", data: [] });
    await expect(empty.ask()).rejects.toThrow(/application\/json that is no answer/u);
  });
});
