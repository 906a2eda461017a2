import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { runGateway, type TestRoute, testRoute } from "../../testing/running-gateway.js";

const user = (content: unknown) => ({ role: "user", content });
const PIXEL = "iVBORw0KGgo=";
const called = (id: string) => ({
  role: "assistant",
  content: null,
  tool_calls: [{ id, type: "function", function: { name: "run", arguments: "{}" } }],
});

/** Legal requests that few clients send. */
const CHAT: Readonly<Record<string, object>> = {
  "several answers": { messages: [user("Go.")], n: 3, logprobs: true, top_logprobs: 2, seed: 7 },
  "a system prompt in parts": {
    messages: [
      {
        role: "system",
        content: [
          { type: "text", text: "One." },
          { type: "text", text: "Two." },
        ],
      },
      user("Go."),
    ],
  },
  "a result with an image": {
    messages: [
      user("Go."),
      called("a"),
      {
        role: "tool",
        tool_call_id: "a",
        content: [{ type: "image_url", image_url: { url: `data:image/png;base64,${PIXEL}` } }],
      },
    ],
  },
  "a refusal": {
    messages: [user("Go."), { role: "assistant", content: null, refusal: "No." }, user("Why?")],
  },
  "fields of a vendor": {
    messages: [user("Go."), { role: "assistant", content: "Yes.", reasoning_content: "Hm.", partial: true }],
    thinking: { type: "enabled" },
    extra_body: { a: null },
  },
  "a role that nobody knows": { messages: [{ role: "observer", content: "Hm." }, user("Go.")] },
  "an audio part and a file": {
    messages: [
      user([
        { type: "input_audio", input_audio: { data: "AAAA", format: "wav" } },
        { type: "file", file: { file_id: "f" } },
      ]),
    ],
  },
  "no tools in a list": {
    messages: [user("Go.")],
    tools: [],
    tool_choice: { type: "function", function: { name: "x" } },
  },
  "an old function": {
    messages: [
      user("Go."),
      { role: "assistant", content: null, function_call: { name: "run", arguments: "{}" } },
      { role: "function", name: "run", content: "done" },
    ],
    functions: [{ name: "run", parameters: {} }],
  },
};

const MESSAGES: Readonly<Record<string, object>> = {
  "a result that is an error": {
    messages: [
      user("Go."),
      { role: "assistant", content: [{ type: "tool_use", id: "t", name: "run", input: {} }] },
      user([
        { type: "tool_result", tool_use_id: "t", is_error: true, content: [{ type: "text", text: "No." }] },
      ]),
    ],
  },
  "a result without content, and one with an image": {
    messages: [
      user("Go."),
      {
        role: "assistant",
        content: [
          { type: "tool_use", id: "t", name: "run", input: {} },
          { type: "tool_use", id: "u", name: "run", input: {} },
        ],
      },
      user([
        { type: "tool_result", tool_use_id: "t" },
        {
          type: "tool_result",
          tool_use_id: "u",
          content: [{ type: "image", source: { type: "base64", media_type: "image/png", data: PIXEL } }],
        },
      ]),
    ],
  },
  "a tool of the server": {
    tools: [{ type: "web_search_20250305", name: "web_search" }],
    messages: [
      user("Go."),
      {
        role: "assistant",
        content: [
          { type: "server_tool_use", id: "s", name: "web_search", input: { query: "x" } },
          { type: "web_search_tool_result", tool_use_id: "s", content: [] },
          { type: "text", text: "Found.", citations: [] },
        ],
      },
      user("On."),
    ],
  },
  "a system prompt in parts, with marks": {
    system: [
      { type: "text", text: "One.", cache_control: { type: "ephemeral" } },
      { type: "text", text: "Two." },
    ],
    messages: [user([{ type: "text", text: "Go.", cache_control: { type: "ephemeral", ttl: "1h" } }])],
    service_tier: "auto",
    container: null,
  },
  "thinking that is hidden": {
    thinking: { type: "enabled", budget_tokens: 1024 },
    messages: [
      user("Go."),
      {
        role: "assistant",
        content: [
          { type: "redacted_thinking", data: "x" },
          { type: "text", text: "Yes." },
        ],
      },
      user("On."),
    ],
  },
  "a block that nobody knows": { messages: [user([{ type: "some_new_block", value: 1 }])] },
};

/** An upstream that keeps what it is sent, behind a gateway. */
async function setUp(vendor: string, route: Partial<TestRoute> = {}) {
  const received: string[] = [];
  const server = createServer(async (incoming, outgoing) => {
    received.push(Buffer.concat(await incoming.toArray()).toString("utf8"));
    outgoing.setHeader("content-type", "application/json").end('{"id":"a","content":[],"choices":[]}');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const { baseURL } = await runGateway({ routes: [testRoute({ model: "m", vendor, baseUrl, ...route })] });
  return { received, baseURL };
}

describe.each([
  ["/chat/completions", "generic", CHAT],
  ["/messages", "anthropic", MESSAGES],
] as const)("an odd request to %s", (path, vendor, requests) => {
  it("reaches the upstream byte for byte, also as part of a longer one", async () => {
    const { received, baseURL } = await setUp(vendor);
    const sent: string[] = [];
    for (const [name, request] of Object.entries(requests)) {
      const { messages } = request as { messages: object[] };
      for (const more of [[], [{ role: "assistant", content: "Good." }, user(`And ${name}?`)]]) {
        const body = JSON.stringify(
          { model: "m", max_tokens: 500, ...request, messages: [...messages, ...more] },
          null,
          1,
        );
        sent.push(body);
        const answer = await fetch(`${baseURL}${path}`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body,
        });
        expect([name, answer.status]).toEqual([name, 200]);
      }
    }
    expect(received).toEqual(sent);
  });

  it("keeps every digit of its numbers where it has to be printed anew", async () => {
    const { received, baseURL } = await setUp(vendor, { upstreamModel: "another", window: 3000 });
    const input = '{"channel":1234567890123456789,"share":0.12345678901234567890}';
    const messages = [
      ...Array.from({ length: 9 }, (_, turn) => [
        user(`${"Word after word. ".repeat(90)}${turn}`),
        { role: "assistant", content: "Yes." },
      ]).flat(),
      user([{ type: "some_new_block", text: "Go.", input: "INPUT" }]),
    ];
    const body = JSON.stringify({ model: "m", max_tokens: 500, limit: "INPUT", messages });
    const answer = await fetch(`${baseURL}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: body.replaceAll('"INPUT"', input),
    });
    expect([answer.status, received.length]).toEqual([200, 1]);
    expect(received[0]?.length).toBeLessThan(body.length);
    expect(received[0]?.split(input)).toHaveLength(3);
  });
});
