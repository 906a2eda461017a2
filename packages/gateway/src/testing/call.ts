import { request, type IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";
import type { Readable } from "node:stream";

export interface Call {
  readonly port: number;
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | Readable;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  json(): unknown;
}

/** Sends a request over real HTTP, with headers as they are given. */
export function call({ port, method = "GET", path = "/", headers = {}, body }: Call): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: "127.0.0.1", port, method, path, headers, agent: false }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("error", reject);
      incoming.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          text,
          json: () => JSON.parse(text),
        });
      });
    });
    outgoing.on("error", reject);
    if (body === undefined || typeof body === "string" || body instanceof Uint8Array) outgoing.end(body);
    else body.pipe(outgoing);
  });
}

/** Sends JSON. */
export function post(port: number, path: string, { body = {}, headers = {} }: Posted = {}): Promise<Answer> {
  return call({
    port,
    method: "POST",
    path,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

interface Posted {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends bytes as they are, and gives all that comes back until the server closes the connection. */
export function sendRaw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes, "latin1"));
    let answer = "";
    socket.setEncoding("latin1");
    socket.on("data", (chunk: string) => {
      answer += chunk;
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "ECONNRESET" && error.code !== "EPIPE") reject(error);
    });
  });
}
