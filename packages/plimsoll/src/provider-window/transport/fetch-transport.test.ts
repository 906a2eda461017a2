import fc from "fast-check";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { fetchTransport } from "./fetch-transport.js";
import { openAITransport } from "./openai-transport.js";
import {
  lastInput,
  longConversation,
  MODEL,
  turn,
  user,
  withWindow,
} from "../provider-window-test-support.js";
import { parseServerEvents } from "./parse-server-events.js";

describe("a window over fetch", () => {
  it("goes on, compacts and streams as over the official client", async () => {
    await withWindow({ window: { triggerPct: 0.55 } }, async (bench) => {
      const transport = fetchTransport({ baseUrl: bench.server.url, apiKey: "key-1" });
      const window = await bench.open({ transport, sessionId: "fetch" });
      const list = await longConversation({ ...bench, window });
      await turn(window, [...list, user("And in April?")]);
      expect(bench.bodies("/responses/compact")).toHaveLength(1);
      const types: string[] = [];
      const body = { model: MODEL, input: [...list, user("And in April?"), user("Go on.")] };
      for await (const event of window.stream(body)) types.push((event as { type: string }).type);
      expect(types[0]).toBe("response.created");
      expect(types.at(-1)).toBe("response.completed");
      expect((await window.state()).responses).toBe(6);
    });
  });

  it("recovers from the failures of the table too", async () => {
    await withWindow({ window: { triggerPct: 0.55 } }, async (bench) => {
      const transport = fetchTransport({ baseUrl: bench.server.url, apiKey: "key-1" });
      const window = await bench.open({ transport, sessionId: "fetch" });
      const list = await longConversation({ ...bench, window });
      bench.server.fault({ kind: "rate_limited", route: "compact", retryAfter: 2 });
      bench.server.fault({ kind: "reset", route: "compact" });
      bench.server.fault({ kind: "unsupported", route: "compact", status: 405 });
      await turn(window, [...list, user("And in April?")]);
      expect(bench.sleeps).toEqual([2000, 1000]);
      expect(bench.named("provider_window.compaction_failed")).toMatchObject([
        { kind: "unsupported_endpoint", status: 405 },
      ]);
      expect(transport.unsupportedRoutes.has("/responses/compact")).toBe(true);
    });
  });

  it("does not follow a redirect with the key, and does not believe an answer that is no JSON", async () => {
    const paths: string[] = [];
    const server = createServer((request, response) => {
      paths.push(request.url ?? "");
      if (request.url?.endsWith("/compact")) response.writeHead(302, { location: "/elsewhere" }).end();
      else response.writeHead(200, { "content-type": "application/json" }).end("<html>");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const transport = fetchTransport({ baseUrl: `http://127.0.0.1:${port}/v1`, apiKey: "secret" });
      await expect(transport.compact({}, {})).rejects.toMatchObject({ code: "PROVIDER_REFUSED" });
      await expect(transport.create({}, {})).rejects.toThrow(/is not JSON/);
      expect(paths).toEqual(["/v1/responses/compact", "/v1/responses"]);
    } finally {
      server.close();
    }
  });
});

describe("whose an encrypted item is", () => {
  it("is told by base and credentials, of which nothing shows", () => {
    const bindings = [
      fetchTransport({ apiKey: "sk-one" }),
      fetchTransport({ apiKey: "sk-two" }),
      fetchTransport({ apiKey: "sk-one", headers: { "openai-organization": "org-1" } }),
      fetchTransport({ apiKey: "sk-one", baseUrl: "https://gateway.example/v1" }),
      fetchTransport(),
    ].map(({ binding }) => binding);
    expect(new Set(bindings.map((binding) => JSON.stringify(binding))).size).toBe(5);
    expect(JSON.stringify(bindings)).not.toMatch(/sk-|org-1/);
  });

  it("is refused of a client that cannot compact", async () => {
    const old = { responses: { create: () => Promise.resolve({}) } };
    const transport = openAITransport(old as never);
    await expect(transport.compact({}, {})).rejects.toMatchObject({ code: "INVALID_CONFIG" });
  });
});

describe("a client of before responses.compact", () => {
  it("reaches the route by its post, with the caller's signal and without retries of its own", async () => {
    await withWindow({ window: { triggerPct: 0.55 } }, async (bench) => {
      const old = new OpenAI({ apiKey: "key-1", baseURL: bench.server.url, timeout: 60_000 });
      Object.defineProperty(old.responses, "compact", { value: undefined });
      const open = await bench.open({ transport: openAITransport(old), sessionId: "old" });
      const list = await longConversation({ ...bench, window: open });
      bench.server.fault({ kind: "server_error", route: "compact" });
      await turn(open, [...list, user("And in April?")]);
      expect(bench.bodies("/responses/compact")).toHaveLength(2);
      expect(bench.named("provider_window.retried")).toHaveLength(1);
      expect(bench.named("provider_window.compacted")).toHaveLength(1);
      expect(lastInput(bench).map(({ type }) => type)).toContain("compaction");
    });
  });
});

describe("server-sent events", () => {
  const frames =
    ': a comment\n\nevent: a\r\ndata: {"type":"a","text":"é€𝄞"}\r\n\r\ndata: {"type":\ndata: "b"}\n\ndata: [DONE]\n\ndata: {"type":"c"}';

  it("are read alike wherever the bytes are cut", async () => {
    const bytes = new TextEncoder().encode(frames);
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat(bytes.length), { maxLength: 12 }), async (cuts) => {
        const at = [0, ...cuts.sort((one, other) => one - other), bytes.length];
        const chunks = at.slice(1).map((end, index) => bytes.slice(at[index], end));
        async function* stream(): AsyncGenerator<Uint8Array> {
          yield* chunks;
        }
        const events: unknown[] = [];
        for await (const event of parseServerEvents(stream())) events.push(event);
        expect(events).toEqual([{ type: "a", text: "é€𝄞" }, { type: "b" }, { type: "c" }]);
      }),
    );
  });
});
