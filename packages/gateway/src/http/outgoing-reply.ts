import type { ServerResponse } from "node:http";
import type { Reply, StreamedReply } from "./reply.js";

export interface ReplyOptions {
  /** How long a client may take nothing; 0 is no limit. */
  readonly stallMs: number;
  /** Called when the first byte of the body goes out. */
  onFirstByte(): void;
}

/** Answers on Node's own response: no web stream in between. */
export class OutgoingReply implements Reply {
  readonly #outgoing: ServerResponse;
  readonly #options: ReplyOptions;
  #started = false;

  constructor(outgoing: ServerResponse, options: ReplyOptions) {
    this.#outgoing = outgoing;
    this.#options = options;
  }

  get started(): boolean {
    return this.#started;
  }

  json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): void {
    const bytes = Buffer.from(JSON.stringify(body));
    this.bytes(status, bytes, { "content-type": "application/json", ...headers });
  }

  bytes(status: number, body: Uint8Array, headers: Readonly<Record<string, string>> = {}): void {
    this.#start();
    this.#options.onFirstByte();
    this.#outgoing.writeHead(status, { ...headers, "content-length": String(body.byteLength) });
    finish(this.#outgoing, this.#options, body);
  }

  stream(status: number, headers: Readonly<Record<string, string>>): StreamedReply {
    this.#start();
    this.#outgoing.writeHead(status, {
      "cache-control": "no-cache",
      // Proxies in between would hold the stream back otherwise.
      "x-accel-buffering": "no",
      ...headers,
    });
    sendTogether(this.#outgoing);
    this.#outgoing.flushHeaders();
    return new OutgoingStream(this.#outgoing, this.#options);
  }

  #start(): void {
    if (this.#started) throw new Error("The request is answered already.");
    this.#started = true;
  }
}

class OutgoingStream implements StreamedReply {
  readonly #outgoing: ServerResponse;
  readonly #options: ReplyOptions;
  readonly #isChunked: boolean;
  #waiting: Promise<void> | undefined;
  #isFirst = true;

  constructor(outgoing: ServerResponse, options: ReplyOptions) {
    this.#outgoing = outgoing;
    this.#options = options;
    this.#isChunked = outgoing.chunkedEncoding;
    // Node frames a chunk in four writes; here it goes out in one.
    outgoing.chunkedEncoding = false;
  }

  write(chunk: string | Uint8Array): Promise<void> | undefined {
    if (this.#outgoing.destroyed) return Promise.reject(new Error("The client went away."));
    if (this.#isFirst) {
      this.#isFirst = false;
      this.#options.onFirstByte();
    }
    if (this.#outgoing.write(this.#isChunked ? framed(chunk) : chunk)) return undefined;
    this.#waiting ??= this.#drained().finally(() => {
      this.#waiting = undefined;
    });
    return this.#waiting;
  }

  end(): void {
    if (!this.#outgoing.destroyed)
      finish(this.#outgoing, this.#options, this.#isChunked ? LAST_CHUNK : undefined);
  }

  #drained(): Promise<void> {
    const outgoing = this.#outgoing;
    return new Promise((resolve, reject) => {
      const { stallMs } = this.#options;
      const settle = (act: () => void) => (): void => {
        clearTimeout(timer);
        outgoing.off("drain", onDrain);
        outgoing.off("close", onClose);
        act();
      };
      const onDrain = settle(resolve);
      const onClose = settle(() => reject(new Error("The client went away.")));
      const onStall = settle(() => {
        outgoing.destroy();
        reject(new Error(`The client took nothing for ${stallMs} ms.`));
      });
      const timer = stallMs === 0 ? undefined : setTimeout(onStall, stallMs);
      outgoing.on("drain", onDrain);
      outgoing.on("close", onClose);
    });
  }
}

const LINE_END = "\r\n";
const EMPTY = Buffer.alloc(0);
const LAST_CHUNK = Buffer.from("0\r\n\r\n");

/** A chunk as HTTP/1.1 sends it: its length, itself. An empty one would end the answer. */
function framed(chunk: string | Uint8Array): Buffer {
  const length = typeof chunk === "string" ? Buffer.byteLength(chunk) : chunk.length;
  if (length === 0) return EMPTY;
  const head = length.toString(16) + LINE_END;
  const frame = Buffer.allocUnsafe(head.length + length + LINE_END.length);
  frame.write(head, 0, "latin1");
  if (typeof chunk === "string") frame.write(chunk, head.length);
  else frame.set(chunk, head.length);
  frame.write(LINE_END, head.length + length, "latin1");
  return frame;
}

/** What is written until the end of this turn goes out in one piece: the head, and the first chunk if it is there already. */
function sendTogether({ socket }: ServerResponse): void {
  if (!socket) return;
  socket.cork();
  process.nextTick(() => socket.uncork());
}

/** Ends an answer, and the connection of a client that does not take the rest of it. */
function finish(outgoing: ServerResponse, { stallMs }: ReplyOptions, body?: Uint8Array): void {
  if (stallMs > 0) outgoing.setTimeout(stallMs, () => outgoing.destroy());
  outgoing.end(body);
}
