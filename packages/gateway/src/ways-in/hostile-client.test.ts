import { startScriptedAnthropic, startScriptedChat, startScriptedGemini } from "plimsoll-testkit";
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
  [
    "an address to be fetched",
    false,
    { input: [user([{ type: "input_image", image_url: "http://169.254.169.254/latest/meta-data" }])] },
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
    expect(JSON.stringify(upstream.requests.map(({ headers }) => headers))).not.toContain("169.254");
  });
});
