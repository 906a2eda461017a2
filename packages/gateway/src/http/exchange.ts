import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestRecord } from "../log/gateway-log.js";
import type { RequestNotes } from "./inbound-request.js";

/** One request and its answer, from the first header to the last byte. */
export class Exchange {
  readonly id: string;
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly path: string;
  readonly #query: string;
  readonly notes: RequestNotes = {};
  endpoint = "unmatched";
  tenant: string | undefined;
  readonly #abort = new AbortController();
  readonly #now: () => number;
  readonly #began: number;
  #firstByteMs: number | undefined;
  #isWhole = false;

  constructor(id: string, io: ExchangeStreams) {
    this.id = id;
    this.incoming = io.incoming;
    this.outgoing = io.outgoing;
    this.#now = io.now;
    this.#began = io.now();
    const [path = "/", query = ""] = (io.incoming.url ?? "/").split(/\?(.*)/s);
    this.path = path;
    this.#query = query;
    // Node says "finish" of a destroyed answer too, and destroys the connection of a whole one soon after.
    io.outgoing.prependOnceListener("finish", () => {
      this.#isWhole = !io.incoming.socket.destroyed;
    });
  }

  get query(): URLSearchParams {
    return new URLSearchParams(this.#query);
  }

  /** Aborted when nobody waits for the answer any more. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  abort(reason: string): void {
    this.#abort.abort(new Error(reason));
  }

  readonly onFirstByte = (): void => {
    this.#firstByteMs ??= this.#now() - this.#began;
  };

  record(): RequestRecord {
    const { outgoing } = this;
    return {
      id: this.id,
      endpoint: this.endpoint,
      tenant: this.tenant,
      status: outgoing.headersSent ? outgoing.statusCode : 0,
      whole: this.#isWhole,
      firstByteMs: this.#firstByteMs,
      totalMs: this.#now() - this.#began,
      notes: this.notes,
    };
  }
}

export interface ExchangeStreams {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  now(): number;
}
