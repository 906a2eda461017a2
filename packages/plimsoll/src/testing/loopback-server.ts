import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Large enough for the requests of a whole long session; longer bodies are refused instead of collected. */
export const MAX_REQUEST_BYTES: number = 64 * 1024 * 1024;

/** The request's body is longer than the server accepts. */
export class BodyTooLarge extends Error {
  constructor(limit: number) {
    super(`The request is larger than ${limit} bytes.`);
    this.name = "BodyTooLarge";
  }
}

/** The body of a request. Throws `BodyTooLarge` as soon as it is longer than `limit` bytes. */
export async function readBody(request: IncomingMessage, limit: number = MAX_REQUEST_BYTES): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request) {
    const chunk = Buffer.isBuffer(part) ? part : Buffer.from(String(part));
    bytes += chunk.length;
    if (bytes > limit) throw new BodyTooLarge(limit);
    parts.push(chunk);
  }
  return Buffer.concat(parts);
}

/** The JSON value of a text; undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export interface LoopbackServer {
  /** `http://127.0.0.1:PORT`, without a path. */
  readonly origin: string;
  /** Stops listening and closes every connection. */
  close(): Promise<void>;
}

/** A real HTTP server on the loopback interface and a free port. A handler that fails drops its connection. */
export async function startLoopbackServer(
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<LoopbackServer> {
  const server = createServer((request, response) => {
    handle(request, response).catch(() => request.socket.destroy());
  });
  // An idle connection that the server closes just when the client writes to it again is a reset: a slow machine
  // takes longer than Node's five seconds between two requests.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
