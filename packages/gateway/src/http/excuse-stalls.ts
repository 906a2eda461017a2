import type { Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

export interface StallOptions {
  /** Time that a client has for its headers. */
  headerMs(): number;
  /** A process that is so much behind has requests that it did not read yet. @default 2000 */
  readonly stallMs?: number;
}

const STALL_MS = 2000;
/** It is looked so often whether the process runs. */
const BEATS = 4;

/**
 * Node measures how long a client takes for its headers also while the process itself is busy, and resets connections whose requests
 * wait to be read. Here a client whose time ran out while the process stood still gets it once more. A connection that was silent for too
 * long is read once more before it is closed: its next request may be there already.
 */
export function excuseStalls(server: Server, { headerMs, stallMs = STALL_MS }: StallOptions): void {
  const excused = new WeakSet<Duplex>();
  const answers = new WeakMap<Duplex, ServerResponse>();
  let beat = performance.now();
  let stalled = Number.NEGATIVE_INFINITY;
  const stoodStill = (): boolean => {
    const moment = performance.now();
    if (moment - beat > stallMs + stallMs / BEATS) stalled = moment;
    beat = moment;
    return moment - stalled < stallMs;
  };
  const timer = setInterval(stoodStill, stallMs / BEATS).unref();
  server.once("close", () => clearInterval(timer));
  server.on("request", ({ socket }, answer: ServerResponse) => {
    excused.delete(socket);
    answers.set(socket, answer);
  });
  server.on("timeout", (socket) => {
    const read = socket.bytesRead;
    setImmediate(() => socket.bytesRead === read && socket.destroy());
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const end = (): void => refuse(error, socket, answers.get(socket));
    if (error.code !== "ERR_HTTP_REQUEST_TIMEOUT" || excused.has(socket) || !stoodStill()) return end();
    excused.add(socket);
    setTimeout(() => excused.has(socket) && end(), headerMs()).unref();
  });
}

const STATUSES: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "413 Payload Too Large",
  HPE_PAUSED_H2_UPGRADE: "505 HTTP Version Not Supported",
};
/** Said where the status alone leaves a client's user to guess. */
const WORDS: Readonly<Record<string, string>> = {
  HPE_PAUSED_H2_UPGRADE: "This gateway speaks HTTP/1.1 only.\n",
};

/** As Node does by itself, but for a connection that had an answer already: it may still be on its way. */
function refuse(error: NodeJS.ErrnoException, socket: Duplex, answer: ServerResponse | undefined): void {
  if (socket.writable && answer?.headersSent !== true) {
    const status = STATUSES[error.code ?? ""] ?? "400 Bad Request";
    socket.write(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n${WORDS[error.code ?? ""] ?? ""}`);
  }
  socket.destroy();
}
