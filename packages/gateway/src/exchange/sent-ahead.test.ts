import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { PassThrough } from "node:stream";
import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { scaled } from "plimsoll-testkit/scaled";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Arrival } from "../http/request-ahead.js";
import { testRoute } from "../testing/running-gateway.js";
import { UpstreamClient } from "../upstream/upstream-client.js";
import { SentAhead } from "./sent-ahead.js";

const client = new UpstreamClient();
const bodies: Buffer[] = [];
/** Bytes of the body that is on its way. */
let arrived = 0;
const server = createServer((incoming, outgoing) => {
  const chunks: Buffer[] = [];
  arrived = 0;
  incoming.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    arrived += chunk.length;
  });
  incoming.on("end", () => {
    bodies.push(Buffer.concat(chunks));
    outgoing.end("{}");
  });
});

beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(async () => {
  await client.close();
  server.close();
});

function send(body: Buffer) {
  const { port } = server.address() as AddressInfo;
  const { upstream } = testRoute({
    model: "m",
    vendor: "generic",
    baseUrl: `http://127.0.0.1:${port}`,
    window: 1_000,
  });
  const incoming = new PassThrough();
  const arrival = {
    tenant: "t",
    headers: {},
    size: body.length,
    incoming,
    signal: AbortSignal.timeout(600_000),
  };
  const way = { upstream, path: "/", headers: {}, changed: () => undefined };
  const ahead = new SentAhead(client, arrival as unknown as Arrival, () => way);
  return {
    incoming,
    release: () => ahead.release(upstream, { path: "/", headers: {}, signal: arrival.signal }),
  };
}

describe("a body that is sent ahead", () => {
  it("arrives byte for byte, wherever the pieces end that it came in", async () => {
    const pieces = fc.array(fc.uint8Array({ minLength: 1, maxLength: 90 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(pieces, async (given) => {
        const body = Buffer.concat(given);
        const { incoming, release } = send(body);
        for (const piece of given) {
          incoming.write(piece);
          await setImmediate();
        }
        const ended = once(incoming, "end");
        incoming.end();
        await ended;
        const answer = await release();
        answer?.body.resume();
        expect(bodies.at(-1)?.equals(body)).toBe(true);
      }),
      { numRuns: scaled(400) },
    );
  });

  it("is at its upstream but for a few bytes before it is decided that it goes there", async () => {
    const body = Buffer.alloc(200_000, "x");
    const { incoming, release } = send(body);
    incoming.write(body);
    await expect.poll(() => arrived, { timeout: 60_000 }).toBe(body.length - 64);
    const answer = await release();
    answer?.body.resume();
    expect(bodies.at(-1)?.length).toBe(body.length);
  });
});
