import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { GatewayMetrics } from "../metrics/gateway-metrics.js";
import { call, post, sendRaw } from "../testing/call.js";
import { runServer } from "../testing/running-server.js";
import type { Handlers } from "./route-table.js";

const OK: Handlers = { "POST /v1/responses": async (_request, reply) => reply.json(200, {}) };

/** A promise, and what settles it. */
function gate(): { readonly opened: Promise<void>; open(): void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

describe("the limits of a key", () => {
  it("are requests a minute, with the time to wait", async () => {
    let now = 0;
    const { port } = await runServer({ handlers: OK, limits: { requestsPerMinute: 2 }, now: () => now });
    const statuses = async (count: number) => {
      const answers = [];
      for (let index = 0; index < count; index++) answers.push(await post(port, "/v1/responses"));
      return answers;
    };
    const first = await statuses(3);
    expect(first.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(first[2]?.headers["retry-after"]).toBe("30");
    expect(first[2]?.json()).toMatchObject({ error: { code: "rate_limit_exceeded" } });
    now = 30_000;
    expect((await statuses(2)).map(({ status }) => status)).toEqual([200, 429]);
  });

  it("are answers at the same time, whether they end well or the client leaves", async () => {
    const { opened, open } = gate();
    const handlers: Handlers = {
      "POST /v1/responses": async ({ signal }, reply) => {
        const stream = reply.stream(200, { "content-type": "text/event-stream" });
        await Promise.race([opened, once(signal, "abort")]);
        stream.end();
      },
    };
    const { port, records } = await runServer({ handlers, limits: { streamsPerKey: 2 } });
    const socket = connect(port, "127.0.0.1");
    socket.write("POST /v1/responses HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\n\r\n{}");
    await once(socket, "data");
    const second = post(port, "/v1/responses");
    let third = await post(port, "/v1/responses");
    while (third.status !== 429) third = await post(port, "/v1/responses");
    socket.destroy();
    while (!records.some(({ whole }) => !whole)) await new Promise((resolve) => setImmediate(resolve));
    const fourth = post(port, "/v1/responses");
    open();
    expect([(await second).status, (await fourth).status]).toEqual([200, 200]);
  });
});

describe("a slow client", () => {
  it("that never ends its headers is let go", async () => {
    const { port } = await runServer({ handlers: OK, limits: { headerMs: 100 } });
    const answer = await sendRaw(port, "POST /v1/responses HTTP/1.1\r\nhost: localhost\r\nx-slow: ");
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  });

  it("that never ends its body is let go", async () => {
    const { port } = await runServer({ handlers: OK, limits: { headerMs: 100, bodyMs: 100 } });
    const head = "POST /v1/responses HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{";
    expect(await sendRaw(port, head)).not.toContain("200 OK");
  });

  it("that takes nothing of its answer is let go, and its handler is told", async () => {
    const chunk = Buffer.alloc(1024 * 1024, 0x61);
    let failure: unknown;
    let written = 0;
    const handlers: Handlers = {
      "POST /v1/responses": async (_request, reply) => {
        const stream = reply.stream(200, { "content-type": "text/event-stream" });
        try {
          for (;;) {
            await stream.write(chunk);
            written += 1;
          }
        } catch (error) {
          failure = error;
          throw error;
        }
      },
    };
    const { port, records } = await runServer({ handlers, limits: { stallMs: 100 } });
    const socket = connect({ port, host: "127.0.0.1" });
    socket.pause();
    socket.write("POST /v1/responses HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\n\r\n{}");
    while (records.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    socket.destroy();
    expect(String(failure)).toContain("took nothing for 100 ms");
    expect(written).toBeLessThan(100);
    expect(records[0]).toMatchObject({ status: 200, whole: false });
  });

  it("that does not take a whole answer is let go", async () => {
    const handlers: Handlers = {
      "GET /v1/models": async (_request, reply) => reply.bytes(200, Buffer.alloc(64 * 1024 * 1024)),
    };
    const { port, records } = await runServer({ handlers, limits: { stallMs: 100 } });
    const socket = connect({ port, host: "127.0.0.1" });
    socket.pause();
    socket.write("GET /v1/models HTTP/1.1\r\nhost: localhost\r\n\r\n");
    while (records.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    socket.destroy();
    expect(records[0]).toMatchObject({ whole: false });
  });
});

describe("an answer that takes too long", () => {
  it("ends with 504, or breaks off if it has begun", async () => {
    const never = (signal: AbortSignal) => once(signal, "abort");
    const handlers: Handlers = {
      "GET /v1/a": async ({ signal }) => void (await never(signal)),
      "GET /v1/b": async ({ signal }, reply) => {
        await reply.stream(200, {}).write("x");
        await never(signal);
      },
    };
    const { port } = await runServer({ handlers, limits: { totalMs: 50 } });
    expect((await call({ port, path: "/v1/a" })).status).toBe(504);
    await expect(call({ port, path: "/v1/b" })).rejects.toThrow(/aborted|hang up/);
  });
});

describe("a server that drains", () => {
  it("finishes open streams, takes no new connection, and says that it is not ready", async () => {
    const { opened, open } = gate();
    const handlers: Handlers = {
      "GET /v1/stream": async (_request, reply) => {
        const stream = reply.stream(200, {});
        await stream.write("first ");
        await opened;
        await stream.write("last");
        stream.end();
      },
    };
    const metrics = new GatewayMetrics();
    const { port, server } = await runServer({ handlers, metrics });
    const kept = connect(port, "127.0.0.1");
    kept.setEncoding("latin1");
    let said = "";
    kept.on("data", (text: string) => {
      said += text;
    });
    kept.write("GET /v1/stream HTTP/1.1\r\nhost: localhost\r\n\r\n");
    while (!said.includes("first")) await once(kept, "data");
    const drained = server.drain();
    await expect(call({ port, path: "/healthz" })).rejects.toThrow("ECONNREFUSED");
    kept.write("GET /readyz HTTP/1.1\r\nhost: localhost\r\n\r\n");
    while (!metrics.text().includes("open_requests 2")) await new Promise((resolve) => setImmediate(resolve));
    open();
    await Promise.all([drained, once(kept, "close")]);
    expect(said).toMatch(/last[\s\S]*HTTP\/1\.1 503 [\s\S]*connection: close/i);
  });

  it.each(["drain", "close"] as const)("waits on %s for what is written after an answer", async (how) => {
    const { opened, open } = gate();
    const order: string[] = [];
    const handlers: Handlers = {
      "GET /v1/answer": async (_request, reply) => {
        reply.json(200, {});
        await opened;
        order.push("written");
      },
    };
    const { port, server } = await runServer({ handlers });
    await call({ port, path: "/v1/answer" });
    const ended = server[how]().then(() => order.push("ended"));
    await expect(call({ port, path: "/healthz" })).rejects.toThrow("ECONNREFUSED");
    open();
    await ended;
    expect(order).toEqual(["written", "ended"]);
  });

  it("lets a slow client have all of an answer that was already written", async () => {
    const size = 20_000_000;
    const { opened, open } = gate();
    const handlers: Handlers = {
      "GET /v1/bytes": (_request, reply) => {
        reply.bytes(200, Buffer.alloc(size, "x"), {});
        open();
        return Promise.resolve();
      },
    };
    const { port, server } = await runServer({ handlers });
    const client = connect(port, "127.0.0.1");
    client.pause();
    client.write("GET /v1/bytes HTTP/1.1\r\nhost: localhost\r\n\r\n");
    await opened;
    const drained = server.drain();
    let received = 0;
    client.on("data", (chunk: Buffer) => {
      received += chunk.length;
    });
    client.resume();
    await Promise.all([drained, once(client, "close")]);
    expect(received).toBeGreaterThan(size);
  });

  it("stops answers at the deadline", async () => {
    let reason = "";
    const begun = gate();
    const handlers: Handlers = {
      "GET /v1/stream": async ({ signal }, reply) => {
        const stream = reply.stream(200, {});
        await stream.write("first ");
        begun.open();
        await once(signal, "abort");
        reason = String(signal.reason);
        await stream.write("stopped");
        stream.end();
      },
    };
    const { port, server } = await runServer({ handlers, limits: { drainMs: 50 } });
    const answer = call({ port, path: "/v1/stream" });
    await begun.opened;
    await server.drain();
    expect((await answer).text).toBe("first stopped");
    expect(reason).toContain("The gateway stops.");
  });
});
