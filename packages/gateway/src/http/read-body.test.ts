import { Readable } from "node:stream";
import zlib from "node:zlib";
import { describe, expect, it } from "vitest";
import { type Answer, call, post } from "../testing/call.js";
import { runServer } from "../testing/running-server.js";
import type { Handlers } from "./route-table.js";

const ECHO: Handlers = {
  "POST /v1/responses": async ({ body }, reply) =>
    reply.bytes(200, body.whole, { "content-type": "application/json" }),
};
const MEGABYTE = 1024 * 1024;

/** A zstd frame of one kind of byte: raw blocks, or runs that need four bytes for 128 KB. */
function zstdRun(blocks: number, { windowLog = 17 } = {}): Buffer {
  const head = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, (windowLog - 10) << 3]);
  const size = 128 * 1024;
  const body = Array.from({ length: blocks }, (_, index) => {
    const header = (size << 3) | (1 << 1) | (index === blocks - 1 ? 1 : 0);
    return Buffer.from([header & 0xff, (header >> 8) & 0xff, header >> 16, 0x20]);
  });
  return Buffer.concat([head, ...body]);
}

function zstdRaw(text: string): Buffer {
  const header = (Buffer.byteLength(text) << 3) | 1;
  const head = [0x28, 0xb5, 0x2f, 0xfd, 0x00, 7 << 3, header & 0xff, (header >> 8) & 0xff, header >> 16];
  return Buffer.concat([Buffer.from(head), Buffer.from(text)]);
}

const ENCODED: Readonly<Record<string, (text: string) => Buffer>> = {
  gzip: (text) => zlib.gzipSync(text),
  deflate: (text) => zlib.deflateSync(text),
  br: (text) => zlib.brotliCompressSync(text),
  zstd: zstdRaw,
};

function send(
  port: number,
  body: Buffer | Readable,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const all = { "content-type": "application/json", ...headers };
  return call({ port, method: "POST", path: "/v1/responses", headers: all, body });
}

describe("a compressed body", () => {
  const text = JSON.stringify({ input: "háček ".repeat(1000) });

  it.each(Object.entries(ENCODED))("arrives as it was: %s", async (encoding, encode) => {
    const { port } = await runServer({ handlers: ECHO });
    const answer = await send(port, encode(text), { "content-encoding": encoding });
    expect([answer.status, answer.text]).toEqual([200, text]);
  });

  it("arrives as it was: deflate without a header", async () => {
    const { port } = await runServer({ handlers: ECHO });
    const answer = await send(port, zlib.deflateRawSync(text), { "content-encoding": "deflate" });
    expect(answer.text).toBe(text);
  });

  it.each([
    ["gzip", zlib.gzipSync(Buffer.alloc(300 * MEGABYTE, 0x20))],
    ["deflate", zlib.deflateSync(Buffer.alloc(300 * MEGABYTE, 0x20))],
    [
      "br",
      zlib.brotliCompressSync(Buffer.alloc(300 * MEGABYTE, 0x20), {
        params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 },
      }),
    ],
    ["zstd", zstdRun(2400)],
  ])("is refused once it is too large, without being unpacked: %s", async (encoding, bomb) => {
    const { port } = await runServer({ handlers: ECHO, limits: { bodyBytes: 10 * MEGABYTE } });
    const before = process.memoryUsage().arrayBuffers;
    const answer = await send(port, bomb, { "content-encoding": encoding });
    expect(answer.status).toBe(413);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100 * MEGABYTE);
  });

  it("is refused if it wants a window of gigabytes", async () => {
    const { port } = await runServer({ handlers: ECHO });
    const answer = await send(port, zstdRun(1, { windowLog: 31 }), { "content-encoding": "zstd" });
    expect([400, 413]).toContain(answer.status);
  });

  it.each(Object.keys(ENCODED))("is refused if it is not what it says: %s", async (encoding) => {
    const { port } = await runServer({ handlers: ECHO });
    for (const body of [
      Buffer.from("{}"),
      Buffer.from("not compressed at all, and long enough to be read"),
    ]) {
      const answer = await send(port, body, { "content-encoding": encoding });
      expect([answer.status, answer.text.includes("content-encoding")]).toEqual([400, true]);
    }
  });

  it.each(["compress", "gzip, gzip", "gzip;q=1"])(
    "is refused in a coding that nobody reads: %s",
    async (encoding) => {
      const { port } = await runServer({ handlers: ECHO });
      expect((await send(port, Buffer.from("{}"), { "content-encoding": encoding })).status).toBe(415);
    },
  );
});

describe("a large body", () => {
  /** Counts what is taken of 200 MB. */
  function flood(): { stream: Readable; sent: () => number } {
    let sent = 0;
    const chunk = Buffer.alloc(MEGABYTE, 0x61);
    const stream = new Readable({
      read() {
        if (sent >= 200) this.push(null);
        else {
          sent += 1;
          this.push(chunk);
        }
      },
    });
    return { stream, sent: () => sent };
  }

  it("is refused by its length before any of it is read", async () => {
    const { port, records } = await runServer({ handlers: ECHO, limits: { bodyBytes: MEGABYTE } });
    const { stream } = flood();
    const answer = await send(port, stream, { "content-length": String(200 * MEGABYTE) }).catch(
      () => undefined,
    );
    stream.destroy();
    if (answer) expect(answer.status).toBe(413);
    expect(records[0]?.status).toBe(413);
  });

  it("is refused where it gets too large, and is not kept", async () => {
    const { port, records } = await runServer({ handlers: ECHO, limits: { bodyBytes: 8 * MEGABYTE } });
    const before = process.memoryUsage().arrayBuffers;
    const { stream } = flood();
    const answer = await send(port, stream).catch(() => undefined);
    stream.destroy();
    if (answer) expect(answer.status).toBe(413);
    expect(records[0]?.status).toBe(413);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100 * MEGABYTE);
  });

  it("leaves room for the next: what all bodies hold together is bounded and given back", async () => {
    const { port } = await runServer({ handlers: ECHO, limits: { bufferedBytes: 1000 } });
    const statuses: number[] = [];
    for (const size of [600, 600, 1200, 600])
      statuses.push((await post(port, "/v1/responses", { body: "x".repeat(size) })).status);
    expect(statuses).toEqual([200, 200, 503, 200]);
  });
});
