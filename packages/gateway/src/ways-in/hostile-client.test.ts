import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  startScriptedAnthropic,
  startScriptedChat,
  startScriptedGemini,
  startScriptedOpenAI,
} from "plimsoll-testkit";
import { sampled } from "plimsoll-testkit/scaled";
import { describe, expect, it, onTestFinished } from "vitest";
import { post } from "../testing/call.js";
import { runGateway, testRoute } from "../testing/running-gateway.js";

const UPSTREAMS = [
  ["generic", startScriptedChat, "some-model", "/v1"],
  ["anthropic", startScriptedAnthropic, "claude-opus-4-7", "/v1"],
  ["gemini", startScriptedGemini, "gemini-3-flash-preview", "/v1beta"],
] as const;

const user = (content: unknown) => ({ type: "message", role: "user", content });
const call = (id: unknown, name: unknown = "run") => ({
  type: "function_call",
  call_id: id,
  name,
  arguments: "{}",
});
const output = (id: unknown, text: unknown = "ok") => ({
  type: "function_call_output",
  call_id: id,
  output: text,
});
const tool = (name: string, index = 0) => ({
  type: "function",
  name,
  description: `Tool ${index}`,
  parameters: { type: "object", properties: {} },
});
const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** What no client should send. `true`: the upstream must be able to take what the gateway makes of it. */
const BODIES: readonly (readonly [string, boolean, object])[] = [
  [
    "lone surrogates",
    true,
    { input: [user("\ud800 and \udfff"), call("\ud800"), output("\ud800", "\udc00")] },
  ],
  [
    "names of tools in other scripts",
    true,
    { input: [user("Hi")], tools: ["ツール", "outil_été", "a b", "x".repeat(300), "🌊"].map(tool) },
  ],
  [
    "2,000 calls at once",
    true,
    {
      input: [
        user("Go"),
        ...many(2_000, (n) => call(`c${n}`)),
        ...many(2_000, (n) => output(`c${1_999 - n}`)),
      ],
    },
  ],
  [
    "one id for all calls",
    true,
    { input: [user("Go"), call("c"), output("c"), call("c"), output("c"), user("On")] },
  ],
  [
    "results before their calls, and orphans of both kinds",
    true,
    { input: [output("a"), user("Go"), call("b"), user("On"), call("a")] },
  ],
  [
    "calls and results between each other",
    true,
    { input: [user("Go"), call("a"), call("b"), output("b"), call("c"), output("a"), output("c")] },
  ],
  ["huge ids", true, { input: [user("Go"), call("i".repeat(100_000)), output("i".repeat(100_000))] }],
  ["numbers out of range", false, { input: "Hi", temperature: 1e308, top_p: -5, max_output_tokens: 1e300 }],
  [
    "wrong types",
    false,
    { input: [user({ a: 1 }), { type: 5 }, { role: [] }, call(7, {}), output(null, 5)] },
  ],
  ["a list in a list", false, { input: [[], null, 5] }],
  ["no input", false, {}],
  [
    "a prototype",
    true,
    { input: "Hi", ["__proto__"]: { a: 1 }, constructor: 5, metadata: { ["__proto__"]: "x" } },
  ],
  ["10,000 tools", false, { input: "Hi", tools: many(10_000, (n) => tool(`tool_${n}`, n)) }],
];

describe.each(UPSTREAMS)("a hostile client on an upstream of %s", (...upstreamOf) => {
  const [vendor, start, model, path] = upstreamOf;
  it.each(sampled(BODIES, 7))("is answered or refused in words: %s", async (_, mustBeTaken, body) => {
    const upstream = await start({});
    onTestFinished(() => upstream.close());
    const gateway = await runGateway({
      routes: [
        testRoute({ model, vendor, baseUrl: `${upstream.origin}${path}`, key: "k", window: 1_000_000 }),
      ],
    });
    for (const stream of [false, true]) {
      const answer = await post(gateway.port, "/v1/responses", {
        body: { model, stream, store: false, ...body },
      });
      if (mustBeTaken) expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.anything()]);
      else expect([200, 400, 404]).toContain(answer.status);
      if (answer.status !== 200)
        expect(answer.json()).toMatchObject({ error: { message: expect.any(String) } });
    }
    if (mustBeTaken) expect(upstream.refusals).toEqual([]);
    expect(gateway.said.filter((line) => line.startsWith("error"))).toEqual([]);
  });
});

/** A server that nobody has a reason to ask, with what a client may name it in. */
async function bait() {
  const asked: string[] = [];
  const server = createServer(({ url = "" }, outgoing) => {
    asked.push(url);
    outgoing.end("secret");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const at = (name: string) => `http://127.0.0.1:${port}/${name}`;
  const chat = [
    { type: "image_url", image_url: { url: at("image") } },
    { type: "file", file: { file_url: at("file"), file_data: at("data") } },
    { type: "input_audio", input_audio: { data: at("audio"), format: "wav", url: at("audio") } },
  ];
  const messages = [
    { type: "image", source: { type: "url", url: at("image.png") } },
    { type: "document", source: { type: "url", url: at("paper.pdf") } },
    { type: "container_upload", file_id: at("container") },
  ];
  const parts = [
    { type: "input_image", image_url: at("image"), file_id: at("id") },
    { type: "input_file", file_url: at("paper.pdf"), filename: at("name") },
    { type: "input_file", file_data: at("data"), filename: "paper.pdf" },
    { type: "input_video", video_url: at("video") },
  ];
  const input = [
    user([{ type: "input_text", text: `Read ${at("text")}` }, ...parts]),
    call("c1"),
    { ...output("c1"), output: parts },
    {
      type: "computer_call_output",
      call_id: "c2",
      output: { type: "computer_screenshot", image_url: at("s") },
    },
    { type: "image_generation_call", id: "ig_1", result: at("result") },
    { type: "mcp_list_tools", server_label: "a", server_url: at("mcp"), tools: [] },
    user("Go on."),
  ];
  const tools = [
    { type: "mcp", server_label: "a", server_url: at("mcp"), connector_id: at("connector") },
    { type: "code_interpreter", container: at("container") },
    { type: "file_search", vector_store_ids: [at("store")] },
    { type: "image_generation", input_image_mask: { image_url: at("mask") } },
  ];
  return { asked, at, input, tools, chat, messages };
}

describe("an address that a client gives", () => {
  const ALL = [["openai", startScriptedOpenAI, "gpt-5.4", "/v1"] as const, ...UPSTREAMS];
  it.each(ALL)("is never fetched, on an upstream of %s", async (...upstreamOf) => {
    const [vendor, start, model, path] = upstreamOf;
    const upstream = await start({ contextWindow: 1_000_000 });
    onTestFinished(() => upstream.close());
    const { asked, at, input, tools, chat, messages } = await bait();
    const { origin = "" } = upstream;
    const baseUrl = `${origin}${path}`;
    const gateway = await runGateway({
      routes: [testRoute({ model, vendor, baseUrl, key: "k", window: 20_000 })],
    });
    const long = many(60, (n) => [user(`${n} ${"Word after word. ".repeat(90)}`), ...input]).flat();
    const extra = { mcp_servers: [{ type: "url", url: at("mcp"), name: "a" }], container: at("container") };
    const bodies: readonly (readonly [string, object])[] = [
      ["/v1/responses", { input }],
      ["/v1/responses", { input, tools }],
      ["/v1/responses", { input: long, tools: [tool("run")] }],
      ["/v1/responses", { input: [...input, { type: "compaction_trigger" }] }],
      ["/v1/responses/input_tokens", { input, tools }],
      ["/v1/chat/completions", { messages: [{ role: "user", content: chat }] }],
      ["/v1/messages", { max_tokens: 9, ...extra, messages: [{ role: "user", content: messages }] }],
      ["/v1/messages/count_tokens", { messages: [{ role: "user", content: messages }] }],
    ];
    for (const [way, body] of bodies)
      await post(gateway.port, way, { body: { model, store: false, ...body } });
    expect(upstream.requests.length).toBeGreaterThan(2);
    expect(asked).toEqual([]);
    expect(gateway.said.filter((line) => line.startsWith("error"))).toEqual([]);
  });
});
