import { type AddressInfo, createServer, type Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { testRoute } from "../testing/running-gateway.js";
import { readBounded } from "./read-bounded.js";
import { UpstreamClient, UpstreamUnreachable } from "./upstream-client.js";

const ANSWER = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: keep-alive\r\n\r\nok";

/** A server that answers so many requests of a connection and resets it at the next. */
async function setUp(answersPerConnection: number) {
  let connections = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    let requests = 0;
    connections += 1;
    sockets.add(socket.on("error", () => undefined));
    socket.on("data", () => {
      requests += 1;
      if (requests <= answersPerConnection) socket.write(ANSWER);
      else socket.resetAndDestroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const client = new UpstreamClient();
  onTestFinished(async () => {
    await client.close();
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  const { upstream } = testRoute({ model: "m", vendor: "generic", baseUrl: `http://127.0.0.1:${port}/v1` });
  const post = async (): Promise<string> => {
    const signal = new AbortController().signal;
    const { body } = await client.post(upstream, { path: "/x", headers: {}, body: "{}", signal });
    return readBounded(body, 100);
  };
  return { post, connections: () => connections };
}

describe("UpstreamClient", () => {
  it("sends a request anew that met a connection which the upstream had given up", async () => {
    const { post, connections } = await setUp(1);
    expect(await post()).toBe("ok");
    expect(await post()).toBe("ok");
    expect(connections()).toBe(2);
  });

  it("gives up on an upstream that always closes", async () => {
    const { post, connections } = await setUp(0);
    await expect(post()).rejects.toThrow(UpstreamUnreachable);
    expect(connections()).toBe(3);
  });
});
