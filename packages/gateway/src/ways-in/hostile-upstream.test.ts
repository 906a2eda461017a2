import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { sampled } from "plimsoll-testkit/scaled";
import { describe, expect, it, onTestFinished } from "vitest";
import { post } from "../testing/call.js";
import { runGateway, testRoute } from "../testing/running-gateway.js";

type Respond = (response: ServerResponse, request: IncomingMessage) => void;

/** Upstreams that answer whatever they like, one for each protocol, behind one gateway. */
async function setUp(respond: Respond) {
  const server = createServer((request, response) => {
    request.resume().on("end", () => respond(response, request));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const routes = Object.entries(VENDORS).map(([model, vendor]) =>
    testRoute({ model, vendor, baseUrl, key: KEY }),
  );
  return runGateway({ routes });
}

/** Keys of some vendors have no form by which they are known. */
const KEY = "7c0f4be2-91aa-4d8e-b0c6-5f3d27a1e964";
const VENDORS = { responses: "openai", chat: "generic", messages: "anthropic", gemini: "gemini" } as const;

/** Every way to ask: by its protocol where it is passed on, by Responses where it is translated, streamed and whole. */
const ASKED = [
  ...Object.keys(VENDORS).flatMap((model) =>
    [true, false].map((stream) => ({ path: "/v1/responses", body: { model, input: "Hi", stream } })),
  ),
  ...[true, false].flatMap((stream) => [
    {
      path: "/v1/chat/completions",
      body: { model: "chat", stream, messages: [{ role: "user", content: "Hi" }] },
    },
    {
      path: "/v1/messages",
      body: { model: "messages", stream, max_tokens: 9, messages: [{ role: "user", content: "Hi" }] },
    },
  ]),
];

const sse =
  (text: string | Buffer, headers: Record<string, string> = {}): Respond =>
  (response) => {
    response.writeHead(200, { "content-type": "text/event-stream", ...headers }).end(text);
  };
const plain =
  (status: number, text: string | Buffer, headers: Record<string, string> = {}): Respond =>
  (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(text);
  };
const chunk = (delta: object, more: object = {}): string =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", choices: [{ index: 0, delta, ...more }] })}\n\n`;
/** The first words of an answer, in each protocol that is passed on. */
const BEGINNINGS = [
  { choices: [{ index: 0, delta: { content: "So" } }] },
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "So" } },
  { type: "response.output_text.delta", item_id: "m", output_index: 0, content_index: 0, delta: "So" },
]
  .map((event) => `data: ${JSON.stringify(event)}\n\n`)
  .join("");
const HTML = "<!doctype html><html><head><title>502</title></head><body>nginx</body></html>";
const HUGE = "x".repeat(200_000);

const ANSWERS: readonly (readonly [string, Respond])[] = [
  ["nothing at all", plain(200, "")],
  ["204", (response) => response.writeHead(204).end()],
  ["an empty stream", sse("")],
  ["a page with 200", plain(200, HTML, { "content-type": "text/html" })],
  ["a page with 502", plain(502, HTML, { "content-type": "text/html" })],
  ["a page as a stream", sse(HTML)],
  ["a redirect", plain(302, "", { location: "http://127.0.0.1:1/stolen" })],
  ["a list", plain(200, "[1,2,3]")],
  ["null", plain(200, "null")],
  ["a number in a stream", sse("data: 7\n\ndata: null\n\ndata: []\n\n")],
  ["half an event", sse('data: {"choices":[{"delta":{"content":"ha')],
  ["events of broken JSON", sse('data: {"choices":\n\ndata: {]}\n\n: c\n\nevent\n\ndata\n\n')],
  ["nothing but [DONE]", sse("data: [DONE]\n\n")],
  [
    "words after [DONE]",
    sse(`${chunk({ content: "a" }, { finish_reason: "stop" })}data: [DONE]\n\n${chunk({ content: "LATE" })}`),
  ],
  [
    "wrong types everywhere",
    sse(
      `data: ${JSON.stringify({ type: 7, choices: { length: 3 }, candidates: "x", usage: "all", content: 5, error: 0 })}\n\n`,
    ),
  ],
  [
    "choices of nonsense",
    sse(
      `data: ${JSON.stringify({ choices: [null, 1, { delta: { tool_calls: [{ index: -1 }, { index: 1e308, function: 5 }] } }] })}\n\n`,
    ),
  ],
  [
    "numbers out of range",
    sse(
      `${chunk({ content: "a" }, { finish_reason: "stop" })}data: {"choices":[],"usage":{"prompt_tokens":1e999,"completion_tokens":-5,"total_tokens":"many"}}\n\n`,
    ),
  ],
  [
    "a huge id and name",
    sse(
      chunk(
        { tool_calls: [{ index: 0, id: HUGE, function: { name: HUGE, arguments: "{}" } }] },
        { finish_reason: "tool_calls" },
      ),
    ),
  ],
  [
    "lone surrogates",
    sse(`data: {"choices":[{"index":0,"delta":{"content":"\\ud800 \\udfff"},"finish_reason":"stop"}]}\n\n`),
  ],
  [
    "a compressed stream",
    sse(gzipSync(chunk({ content: "zip" }, { finish_reason: "stop" })), { "content-encoding": "gzip" }),
  ],
  [
    "a compressed error",
    plain(500, brotliCompressSync(`{"error":{"message":"no ${KEY}"}}`), { "content-encoding": "br" }),
  ],
  ["its key in an error", plain(401, `{"error":{"message":"Incorrect API key provided: ${KEY}"}}`)],
  [
    "its key in a stream",
    sse(`data: {"error":{"message":"Incorrect API key provided: ${KEY}","type":"x"}}\n\n`),
  ],
  [
    "its key in a stream that has begun",
    sse(`${BEGINNINGS}data: {"type":"error","error":{"message":"Incorrect API key: ${KEY}","type":"x"}}\n\n`),
  ],
  ["its key in an error with 200", plain(200, `{"error":{"message":"Incorrect API key: ${KEY}"}}`)],
  ["an error of another shape", plain(400, '{"error":"no","message":{"a":1},"detail":[{"msg":5}]}')],
  [
    "headers for the client",
    sse(chunk({ content: "a" }), { "set-cookie": "a=b", "x-evil": "1", "access-control-allow-origin": "*" }),
  ],
  [
    "a length that is not true",
    // The connection ends with it; a server that keeps it open would make everybody wait for its own time limit.
    plain(200, "{}", { "content-length": "999", connection: "close" }),
  ],
];

describe("a compressed answer that nobody asked for", () => {
  it("is read", async () => {
    const gateway = await setUp(
      sse(gzipSync(chunk({ content: "unzipped" }, { finish_reason: "stop" })), {
        "content-encoding": "gzip",
      }),
    );
    for (const { path, body } of ASKED.filter(({ body: { model } }) => model === "chat")) {
      const answer = await post(gateway.port, path, { body });
      expect([answer.text.includes("unzipped"), answer.headers["content-encoding"]]).toEqual([
        true,
        undefined,
      ]);
    }
  });

  it("is refused where nobody here knows how it was made", async () => {
    const gateway = await setUp(sse("x", { "content-encoding": "snappy" }));
    for (const { path, body } of ASKED) expect((await post(gateway.port, path, { body })).status).toBe(502);
  });
});

it("a page with 200 is a failure, for which the next route stands in", async () => {
  const gateway = await setUp(plain(200, HTML, { "content-type": "text/html" }));
  for (const { path, body } of ASKED)
    expect([body, (await post(gateway.port, path, { body })).status]).toEqual([body, 502]);
});

/** The ways on which the bytes of an upstream are passed on, with the beginning of an answer on each. */
const PASSED = [
  {
    path: "/v1/responses",
    body: { model: "responses", input: "Hi", stream: true },
    begin: {
      type: "response.output_text.delta",
      item_id: "m",
      output_index: 0,
      content_index: 0,
      delta: "So",
    },
    failure: {
      type: "response.failed",
      response: { error: { code: "rate_limit_exceeded", message: "slow" } },
    },
  },
  {
    path: "/v1/chat/completions",
    body: { model: "chat", messages: [{ role: "user", content: "Hi" }], stream: true },
    begin: { choices: [{ index: 0, delta: { content: "So" } }] },
    failure: { error: { message: "Too many requests", code: 429 } },
  },
  {
    path: "/v1/messages",
    body: { model: "messages", max_tokens: 9, messages: [{ role: "user", content: "Hi" }], stream: true },
    begin: { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "So" } },
    failure: { type: "error", error: { type: "rate_limit_error", message: "slow" } },
  },
] as const;
const events = (...list: readonly object[]): string =>
  list.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");

describe.each(PASSED)("an accepted stream on $path", ({ path, body, begin, failure }) => {
  it("that fails before its first output is an error that clients ask again after", async () => {
    const gateway = await setUp(sse(events(failure)));
    const answer = await post(gateway.port, path, { body });
    expect([answer.status, JSON.parse(answer.text).type]).toEqual([
      429,
      path === "/v1/messages" ? "error" : undefined,
    ]);
  });

  it("that stops before anything was said is a failure of the upstream", async () => {
    const gateway = await setUp(sse(": waiting\n\n"));
    expect((await post(gateway.port, path, { body })).status).toBe(502);
  });

  it("that stops in the middle breaks off for the client too, and is logged as cut", async () => {
    const gateway = await setUp(sse(events(begin)));
    await expect(post(gateway.port, path, { body })).rejects.toThrow();
    expect(gateway.records).toMatchObject([{ whole: false }]);
  });

  it("that fails in the middle is logged as failed", async () => {
    const gateway = await setUp(sse(events(begin, failure)));
    expect((await post(gateway.port, path, { body })).text).toContain(JSON.stringify(failure));
    expect(gateway.records).toMatchObject([{ whole: true, notes: { error: "rate_limit_exceeded" } }]);
  });
});

it.each([
  ["MiniMax's refusal", { base_resp: { status_code: 1002, status_msg: "rate limit" } }, 429],
  ["nothing", {}, 502],
])("a whole answer that holds %s is no answer", async (_, answer, status) => {
  const gateway = await setUp(plain(200, JSON.stringify(answer)));
  for (const { path, body } of PASSED) {
    if (status === 429 && path === "/v1/messages") continue;
    const { stream: _stream, ...whole } = body;
    expect([path, (await post(gateway.port, path, { body: whole })).status]).toEqual([path, status]);
  }
});

it.each([
  ["MiniMax", `data: {"choices":null,"base_resp":{"status_code":1002,"status_msg":"rate limit"}}\n\n`],
  ["vLLM", `data: {"object":"error","message":"Too many requests.","code":429}\n\n`],
  ["a named event", `event: error\ndata: {"message":"Too many requests.","code":429}\n\n`],
])("a stream that begins with a failure in the way of %s is refused as one", async (_, text) => {
  const { port } = await setUp(sse(text));
  const [, { path, body }] = PASSED;
  const answer = await post(port, path, { body });
  expect([answer.status, answer.text]).toEqual([
    429,
    expect.stringMatching(/rate limit|Too many requests\./u),
  ]);
});

describe.each(sampled(ANSWERS, 9))("an upstream that answers with %s", (_, respond) => {
  it("shows no key and nothing else that is not a client's, and breaks nothing", async () => {
    const gateway = await setUp(respond);
    for (const { path, body } of ASKED) {
      const answer = await post(gateway.port, path, { body }).catch((error: unknown) => String(error));
      if (typeof answer === "string") continue;
      expect(answer.text).not.toContain(KEY);
      expect([answer.headers["set-cookie"], answer.headers["x-evil"]]).toEqual([undefined, undefined]);
      expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
      expect(answer.headers.location).toBeUndefined();
      expect(answer.text).not.toContain("The gateway failed");
    }
    expect(gateway.said.filter((line) => line.startsWith("error"))).toEqual([]);
    expect(JSON.stringify(gateway.records)).not.toContain(KEY);
  });
});
