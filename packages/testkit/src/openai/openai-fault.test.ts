import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { recognizeOverflow } from "plimsoll/tokens";
import type { QueuedFault } from "./openai-fault.js";
import { MODEL, asInput, eventsOf, refusal, withServer } from "./openai-test-support.js";

const body = { model: MODEL, input: "a" };

interface RefusalCase {
  readonly fault: QueuedFault;
  readonly status: number;
  readonly code: string | null;
}

const refusals: readonly RefusalCase[] = [
  ...([404, 405, 410, 501] as const).map(
    (status): RefusalCase => ({ fault: { kind: "unsupported", status }, status, code: null }),
  ),
  { fault: { kind: "items_not_persisted", id: "rs_7" }, status: 404, code: null },
  { fault: { kind: "previous_response_not_found" }, status: 400, code: "previous_response_not_found" },
  {
    fault: { kind: "previous_response_not_found", status: 404 },
    status: 404,
    code: "previous_response_not_found",
  },
  { fault: { kind: "server_error" }, status: 500, code: "server_error" },
  { fault: { kind: "server_error", status: 503 }, status: 503, code: "server_error" },
  { fault: { kind: "context_length_exceeded" }, status: 400, code: "context_length_exceeded" },
  { fault: { kind: "invalid_encrypted_content" }, status: 400, code: "invalid_encrypted_content" },
  { fault: { kind: "status", status: 418, error: { code: "teapot" } }, status: 418, code: "teapot" },
];

describe("a queued fault", () => {
  it.each(refusals)(
    "$fault.kind is answered with $status on both routes",
    async ({ fault, status, code }) => {
      await withServer({}, async (server, client) => {
        for (const send of [() => client.responses.create(body), () => client.responses.compact(body)]) {
          server.fault(fault);
          expect(await refusal(send())).toMatchObject({ status, code });
          await send();
        }
      });
    },
  );

  it("names what the request named", async () => {
    await withServer({}, async (server, client) => {
      const send = {
        ...body,
        input: asInput([{ type: "message", id: "msg_5", role: "user", content: "a" }]),
      };
      server.fault({ kind: "items_not_persisted" });
      expect((await refusal(client.responses.compact(send))).message).toContain(
        "Item with id 'msg_5' not found.",
      );
      server.fault({ kind: "previous_response_not_found" });
      const chained = client.responses.create({ ...body, previous_response_id: "resp_9" });
      expect((await refusal(chained)).message).toContain("'resp_9'");
      server.fault({ kind: "unsupported", route: "compact" });
      expect((await refusal(client.responses.compact(body))).message).toContain(
        "(POST /v1/responses/compact)",
      );
    });
  });

  it("waits for its route and meets as many requests as it says", async () => {
    await withServer({}, async (server, client) => {
      const handle = server.fault({ kind: "unsupported", route: "compact", times: 2 });
      await client.responses.create(body);
      expect(handle.hits).toBe(0);
      expect((await refusal(client.responses.compact(body))).status).toBe(404);
      expect((await refusal(client.responses.compact(body))).status).toBe(404);
      await client.responses.compact(body);
      expect(handle.hits).toBe(2);
      const forever = server.fault({ kind: "server_error", times: Number.POSITIVE_INFINITY });
      for (let turn = 0; turn < 3; turn += 1) await refusal(client.responses.create(body));
      forever.cancel();
      await client.responses.create(body);
    });
  });

  it("says with 429 when to come back, and the client does", async () => {
    await withServer({}, async (server, client) => {
      server.fault({ kind: "rate_limited", retryAfter: 7 });
      const error = await refusal(client.responses.create(body));
      expect(error).toMatchObject({ status: 429, code: "rate_limit_exceeded" });
      expect(error.headers?.get("retry-after")).toBe("7");
      server.fault({ kind: "rate_limited", retryAfter: 0 });
      await client.withOptions({ maxRetries: 1 }).responses.create(body);
      expect(server.requests).toHaveLength(3);
    });
  });

  it("tells an overflow as an `error` event or as `response.failed`", async () => {
    await withServer({}, async (server, client) => {
      server.fault({ kind: "context_length_exceeded", shape: "error_event" });
      const error = await refusal(eventsOf(await client.responses.create({ ...body, stream: true })));
      expect([error.status, error.code]).toEqual([undefined, "context_length_exceeded"]);
      server.fault({ kind: "context_length_exceeded", shape: "failed" });
      const events = await eventsOf(await client.responses.create({ ...body, stream: true }));
      expect(recognizeOverflow(events.at(-1)).overflow).toBe(true);
      server.fault({ kind: "context_length_exceeded", shape: "failed" });
      expect((await refusal(client.responses.compact(body))).code).toBe("context_length_exceeded");
    });
  });

  it("fails a response, or its stream, with any code", async () => {
    await withServer({}, async (server, client) => {
      server.fault({ kind: "failed", code: "rate_limit_exceeded", message: "Slow down." });
      const failed = await client.responses.create(body);
      expect(failed.error).toEqual({ code: "rate_limit_exceeded", message: "Slow down." });
      server.fault({ kind: "error_event", error: { code: "server_is_overloaded" } });
      const error = await refusal(eventsOf(await client.responses.create({ ...body, stream: true })));
      expect(error.code).toBe("server_is_overloaded");
    });
  });

  it("resets the connection before any header", async () => {
    await withServer({}, async (server, client) => {
      server.fault({ kind: "reset", route: "responses" });
      expect(await refusal(client.responses.create(body))).toBeInstanceOf(OpenAI.APIConnectionError);
      expect((await client.responses.create(body)).status).toBe("completed");
    });
  });

  it("cuts a stream in the middle, and keeps the reply for the next request", async () => {
    await withServer({}, async (server, client) => {
      server.reply("one two three four five six");
      server.fault({ kind: "cut", afterEvents: 6 });
      const events: unknown[] = [];
      const read = async (): Promise<void> => {
        for await (const event of await client.responses.create({ ...body, stream: true }))
          events.push(event);
      };
      await expect(read()).rejects.toThrow();
      expect(events).toHaveLength(6);
      expect((await client.responses.create(body)).output_text).toBe("one two three four five six");
    });
  });

  it("cuts a JSON answer", async () => {
    await withServer({}, async (server, client) => {
      server.fault({ kind: "cut", route: "compact" });
      await expect(client.responses.compact(body)).rejects.toThrow();
      expect((await client.responses.compact(body)).output).toHaveLength(2);
    });
  });

  it("hangs until it is released", async () => {
    await withServer({}, async (server, client) => {
      const handle = server.fault({ kind: "hang" });
      let isAnswered = false;
      const pending = client.responses.create(body).then((response) => {
        isAnswered = true;
        return response;
      });
      while (handle.hits === 0) await new Promise((resolve) => setImmediate(resolve));
      await client.responses.create(body);
      expect(isAnswered).toBe(false);
      handle.release();
      expect((await pending).output_text).toBe("Understood.");
    });
  });

  it("hangs in the middle of a stream", async () => {
    await withServer({}, async (server, client) => {
      const handle = server.fault({ kind: "hang", afterEvents: 3 });
      const types: string[] = [];
      for await (const event of await client.responses.create({ ...body, stream: true })) {
        types.push(event.type);
        if (types.length === 3) handle.release();
      }
      expect(types.at(2)).toBe("response.output_item.added");
      expect(types.at(-1)).toBe("response.completed");
    });
  });

  it("that hangs does not keep the server from closing", async () => {
    let pending: Promise<unknown> = Promise.resolve();
    await withServer({}, async (server, client) => {
      const handle = server.fault({ kind: "hang" });
      pending = client.responses.create(body).catch((error: unknown) => error);
      while (handle.hits === 0) await new Promise((resolve) => setImmediate(resolve));
    });
    await pending;
  });

  it("sends a raw body", async () => {
    await withServer({}, async (server) => {
      server.fault({
        kind: "status",
        status: 502,
        body: "<html>Bad gateway</html>",
        headers: { via: "proxy" },
      });
      const response = await fetch(`${server.url}/responses`, { method: "POST", body: "{}" });
      expect([response.status, response.headers.get("via"), await response.text()]).toEqual([
        502,
        "proxy",
        "<html>Bad gateway</html>",
      ]);
    });
  });
});
