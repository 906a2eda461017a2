import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { KeyRing } from "../keys/key-ring.js";
import { call, post, sendRaw } from "../testing/call.js";
import { runServer } from "../testing/running-server.js";
import { ApiError } from "./api-error.js";
import { createServer } from "./create-server.js";
import { DEFAULT_LIMITS, DEFAULT_LISTEN } from "../settings/gateway-settings.js";
import type { Handlers } from "./route-table.js";

const ECHO: Handlers = {
  "POST /v1/responses": async ({ body, tenant, headers }, reply) =>
    reply.json(200, { tenant, said: body.whole.toString("utf8"), headers }),
  "POST /v1/messages": async (_request, reply) => reply.json(200, {}),
  "GET /v1/responses/:id": async ({ path, query }, reply) =>
    reply.json(200, { path, limit: query.get("limit") }),
  "DELETE /v1/responses/:id": async () => {
    throw new ApiError(404, "No response with that id.", { type: "not_found_error" });
  },
};

const keyOf = (key: string, tenant: string) => ({
  id: "key_1",
  name: "test",
  tenant,
  hash: createHash("sha256").update(key).digest("hex"),
  created: "2026-01-01T00:00:00.000Z",
});

describe("createServer", () => {
  it("hands a checked request to its handler, and its answer back with an id", async () => {
    const { port, records } = await runServer({ handlers: ECHO });
    const answer = await post(port, "/v1/responses", { body: { hello: "world" } });
    expect(answer.status).toBe(200);
    expect(answer.json()).toMatchObject({ tenant: "local", said: '{"hello":"world"}' });
    expect(answer.headers["x-request-id"]).toMatch(/^req_[0-9a-f]{24}$/);
    const { path, limit } = (await call({ port, path: "/v1/responses/resp_1?limit=3" })).json() as Record<
      string,
      string
    >;
    expect([path, limit]).toEqual(["/v1/responses/resp_1", "3"]);
    expect(records.map(({ endpoint, status, whole }) => [endpoint, status, whole])).toEqual([
      ["POST /v1/responses", 200, true],
      ["GET /v1/responses/:id", 200, true],
    ]);
  });

  it("answers while it starts, and says that it is not ready until it is warm", async () => {
    let warmed = (): void => undefined;
    const warming = new Promise<void>((resolve) => {
      warmed = resolve;
    });
    const { port } = await runServer({ handlers: ECHO, warming });
    const cold = await call({ port, path: "/readyz" });
    expect([cold.status, cold.json()]).toEqual([503, { status: "starting" }]);
    expect((await post(port, "/v1/responses", { body: {} })).status).toBe(200);
    warmed();
    expect((await call({ port, path: "/readyz" })).status).toBe(200);
  });

  it("says plainly what is not there, and which methods are", async () => {
    const { port } = await runServer({ handlers: ECHO });
    const missing = await call({ port, path: "/v2/chat" });
    expect(missing.status).toBe(404);
    expect(missing.text).toContain("/v1/responses");
    const wrong = await call({ port, path: "/v1/responses" });
    expect([wrong.status, wrong.headers.allow]).toEqual([405, "POST"]);
    expect((await call({ port, method: "HEAD", path: "/healthz" })).status).toBe(200);
  });

  it("writes errors in the shape of the API that was called", async () => {
    const { port } = await runServer({ handlers: ECHO });
    const openai = await call({ port, method: "DELETE", path: "/v1/responses/resp_1" });
    expect(openai.json()).toEqual({
      error: { message: "No response with that id.", type: "not_found_error", param: null, code: null },
    });
    const anthropic = await call({ port, path: "/v1/messages" });
    expect(anthropic.json()).toMatchObject({ type: "error", error: { type: "invalid_request_error" } });
  });

  it("tells a client nothing of a failure of its own, and its log everything", async () => {
    const handlers: Handlers = {
      "GET /v1/models": async () => {
        throw new Error("the database password is hunter2");
      },
      "GET /v1/cut": async (_request, reply) => {
        await reply.stream(200, { "content-type": "text/event-stream" }).write("data: 1\n\n");
        throw new Error("broken");
      },
    };
    const { port, said } = await runServer({ handlers });
    const answer = await call({ port, path: "/v1/models" });
    expect([answer.status, answer.text.includes("hunter2")]).toEqual([500, false]);
    expect(said.join()).toContain("GET /v1/models");
    await expect(call({ port, path: "/v1/cut" })).rejects.toThrow(/aborted|hang up/);
  });

  it("answers an upgrade to WebSocket with 426", async () => {
    const { port } = await runServer({ handlers: ECHO });
    const answer = await call({
      port,
      path: "/v1/responses",
      headers: {
        connection: "upgrade",
        upgrade: "websocket",
        "sec-websocket-key": "x",
        "sec-websocket-version": "13",
      },
    });
    expect(answer.status).toBe(426);
    const http2 = await post(port, "/v1/responses", { headers: { connection: "upgrade", upgrade: "h2c" } });
    expect(http2.status).toBe(200);
  });

  it("refuses to listen where other machines reach it without a key", async () => {
    const listen = { ...DEFAULT_LISTEN, host: "0.0.0.0", port: 0 };
    const log = { request: () => undefined, say: () => undefined };
    const settings = { listen, limits: DEFAULT_LIMITS };
    const open = createServer({ settings, keys: new KeyRing(undefined), handlers: {}, log });
    await expect(open.listen()).rejects.toMatchObject({
      code: "INVALID_CONFIG",
      message: /compactctl keys create/,
    });
  });
});

describe("a page in a browser", () => {
  it.each([
    "evil.example",
    "evil.example:8787",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "a b",
    "[::1",
  ])("cannot reach the server as %s", async (host) => {
    const { port } = await runServer({ handlers: ECHO });
    const answer = await call({ port, path: "/v1/responses/x", headers: { host } });
    expect([400, 403]).toContain(answer.status);
  });

  it.each(["localhost", "127.0.0.1:1234", "[::1]:80"])("may be of the machine itself: %s", async (host) => {
    const { port } = await runServer({ handlers: ECHO });
    expect((await call({ port, path: "/healthz", headers: { host } })).status).toBe(200);
  });

  it("cannot use the server from another origin, not even without reading the answer", async () => {
    const { port, records } = await runServer({ handlers: ECHO });
    for (const origin of [
      "https://evil.example",
      "null",
      "http://localhost:3000",
      `http://127.0.0.1:${port}.evil.example`,
    ]) {
      const answer = await post(port, "/v1/responses", { headers: { origin } });
      expect([answer.status, answer.headers["access-control-allow-origin"]]).toEqual([403, undefined]);
      const preflight = await call({ port, method: "OPTIONS", path: "/v1/responses", headers: { origin } });
      expect([preflight.status, preflight.headers["access-control-allow-origin"]]).toEqual([403, undefined]);
    }
    const image = await call({ port, path: "/v1/responses/x", headers: { "sec-fetch-site": "cross-site" } });
    expect(image.status).toBe(403);
    const form = await call({
      port,
      method: "POST",
      path: "/v1/responses",
      headers: { "content-type": "text/plain" },
      body: "{}",
    });
    expect(form.status).toBe(415);
    expect(records.every(({ endpoint }) => endpoint === "unmatched")).toBe(true);
  });

  it("can, where the configuration names its origin", async () => {
    const origin = "https://chat.example.com";
    const { port } = await runServer({ handlers: ECHO, listen: { allowedOrigins: [origin] } });
    const preflight = await call({ port, method: "OPTIONS", path: "/v1/responses", headers: { origin } });
    expect([preflight.status, preflight.headers["access-control-allow-origin"]]).toEqual([204, origin]);
    const answer = await post(port, "/v1/responses", { headers: { origin } });
    expect([answer.status, answer.headers["access-control-allow-origin"]]).toEqual([200, origin]);
    expect(
      (await post(port, "/v1/responses", { headers: { origin: `http://127.0.0.1:${port}` } })).status,
    ).toBe(200);
  });
});

describe("a key", () => {
  const keys = new KeyRing([keyOf("sk-plimsoll-one", "ada"), keyOf("sk-plimsoll-two", "bob")]);

  it("decides whose request it is, in either header", async () => {
    const { port } = await runServer({ handlers: ECHO, keys });
    const bearer = await post(port, "/v1/responses", {
      headers: { authorization: "Bearer sk-plimsoll-one" },
    });
    const header = await post(port, "/v1/responses", { headers: { "x-api-key": "sk-plimsoll-two" } });
    expect([bearer.json(), header.json()]).toMatchObject([{ tenant: "ada" }, { tenant: "bob" }]);
    expect(bearer.text + header.text).not.toContain("sk-plimsoll");
  });

  it("is asked for before anything else is told, the same way whether wrong or missing", async () => {
    const { port } = await runServer({ handlers: ECHO, keys });
    const answers = await Promise.all([
      post(port, "/v1/responses"),
      post(port, "/v1/responses", { headers: { authorization: "Bearer sk-plimsoll-three" } }),
      post(port, "/v1/responses", { headers: { authorization: "Basic sk-plimsoll-one" } }),
      post(port, "/v1/responses", { headers: { "x-api-key": "x".repeat(10_000) } }),
      call({ port, path: "/no/such/path" }),
      call({ port, path: "/metrics" }),
    ]);
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(401);
    expect((await call({ port, path: "/healthz" })).status).toBe(200);
    expect((await call({ port, path: "/readyz" })).status).toBe(200);
  });

  it("is asked for by the endpoint that answers, whatever its path was taken for before", async () => {
    const handlers: Handlers = {
      "GET /:page/sessions": async ({ tenant }, reply) => reply.json(200, { tenant }),
    };
    const { port } = await runServer({ handlers, keys });
    const path = "/inspector/sessions";
    expect((await call({ port, path })).status).toBe(401);
    const headers = { authorization: "Bearer sk-plimsoll-one" };
    expect((await call({ port, path, headers })).json()).toEqual({ tenant: "ada" });
  });

  it("lets nobody in if all were revoked", async () => {
    const { port, server } = await runServer({ handlers: ECHO, keys });
    server.update({ settings: { listen: DEFAULT_LISTEN, limits: DEFAULT_LIMITS }, keys: new KeyRing([]) });
    expect(
      (await post(port, "/v1/responses", { headers: { authorization: "Bearer sk-plimsoll-one" } })).status,
    ).toBe(401);
  });

  it("is checked before the body is read", async () => {
    const { port } = await runServer({ handlers: ECHO, keys });
    const head = "POST /v1/responses HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n";
    const answer = await sendRaw(port, `${head}content-length: 1000000\r\nexpect: 100-continue\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  });
});

describe("a request that two servers could read differently", () => {
  const send = async (port: number, lines: readonly string[], body = "") =>
    sendRaw(port, `${[...lines, "connection: close", "", ""].join("\r\n")}${body}`);

  it.each([
    ["two lengths", ["content-length: 2", "content-length: 3"], "{}"],
    ["a length and chunks", ["content-length: 2", "transfer-encoding: chunked"], "0\r\n\r\n"],
    ["another coding", ["transfer-encoding: gzip, chunked"], "0\r\n\r\n"],
    ["a hidden coding", ["transfer-encoding: xchunked"], "0\r\n\r\n"],
    ["two hosts", ["host: evil.example"], ""],
    ["two keys", ["authorization: Bearer a", "authorization: Bearer b"], ""],
    ["a bare line feed in a header", ["x-a: b\nauthorization: Bearer c"], ""],
    ["a bare carriage return in a header", ["x-a: b\rauthorization: Bearer c"], ""],
    ["a space before the colon", ["content-length : 2"], "{}"],
  ])("is refused: %s", async (_what, headers, body) => {
    const { port, records } = await runServer({ handlers: ECHO });
    const answer = await send(port, ["POST /v1/responses HTTP/1.1", "host: localhost", ...headers], body);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(records.filter(({ status }) => status === 200)).toEqual([]);
  });

  it.each([
    "http://evil.example/v1/responses/x",
    "//evil.example/x",
    // What is open without a key is no way to what is not.
    "/inspector/../metrics",
    "/inspector/%2e%2E/metrics",
    "/inspector/.%2e/.",
    "/inspector/..\\metrics",
  ])("is refused: target %s", async (target) => {
    const { port } = await runServer({ handlers: ECHO });
    const answer = await send(port, [`GET ${target} HTTP/1.1`, "host: localhost"]);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  });

  it("is refused: the preface of HTTP/2, with words that say which version is spoken", async () => {
    const { port } = await runServer({ handlers: ECHO });
    const settings = "\0\0\x12\x04\0\0\0\0\0\0\x03\0\0\0\x64\0\x04\x40\0\0\0\0\x02\0\0\0\0";
    const answer = await sendRaw(port, `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${settings}`);
    expect(answer).toMatch(/^HTTP\/1\.1 505 /);
    expect(answer).toContain("HTTP/1.1 only");
  });

  it("is refused: headers of many kilobytes", async () => {
    const { port } = await runServer({ handlers: ECHO });
    const answer = await send(port, [
      "GET /healthz HTTP/1.1",
      "host: localhost",
      `x-a: ${"a".repeat(100_000)}`,
    ]);
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  });
});
