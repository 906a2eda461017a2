import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { excuseStalls } from "./excuse-stalls.js";

const HEADER_MS = 200;
const SILENT_MS = 100;
/** Some releases of Node wait so much longer than they say. */
const NODE_WAITS_MS = 1000;
const REQUEST = "GET / HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n";

/** The process stands still: nothing is read, no timer runs. */
function standStill(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

async function connection() {
  const options = {
    headersTimeout: HEADER_MS,
    requestTimeout: 60_000,
    keepAliveTimeout: SILENT_MS,
    connectionsCheckingInterval: 50,
  };
  const server = createServer(options, (_, answer) => void answer.end("here"));
  onTestFinished(() => void server.close());
  excuseStalls(server, { headerMs: () => 10, stallMs: 100 });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  await Promise.all([once(client, "connect"), once(server, "connection")]);
  return client;
}

describe("a process that stood still", () => {
  it("answers requests that came meanwhile", async () => {
    const client = await connection();
    client.write(REQUEST);
    standStill(HEADER_MS * 2);
    expect(await text(client)).toContain("200 OK");
  });

  it("answers the next request of a connection whose time to be silent ran out meanwhile", async () => {
    const client = await connection();
    client.write(REQUEST.replace("close", "keep-alive"));
    await once(client, "data");
    client.write(REQUEST);
    standStill(SILENT_MS + NODE_WAITS_MS + 200);
    expect(await text(client)).toContain("200 OK");
  });

  it("closes a connection that is silent for too long", async () => {
    const client = await connection();
    client.write(REQUEST.replace("close", "keep-alive"));
    expect(await text(client)).toContain("200 OK");
  });

  it("waits no longer than once more for a client that says nothing", async () => {
    const client = await connection();
    client.write("GET / HTTP/1.1\r\n");
    standStill(HEADER_MS * 2);
    expect(await text(client)).toContain("408 Request Timeout");
  });
});
