import { ApiError } from "../http/api-error.js";
import { errorBody } from "../http/error-body.js";
import { EVENT_STREAM } from "../http/event-stream.js";
import type { InboundRequest } from "../http/inbound-request.js";
import type { Reply, StreamedReply } from "../http/reply.js";
import { isRecord } from "../json/is-record.js";
import type { JsonRecord } from "../json/json-record.js";
import { jsonOrText } from "../json/json-or-text.js";

/** How a stream of an API says what is no answer. */
export interface StreamSigns {
  /** That the work goes on. */
  readonly alive: string;
  /** That it failed, by the body of an error. */
  failed(body: JsonRecord): string;
}

/** Every reader of a stream passes over a comment. */
export const COMMENT = ": the work goes on\n\n";

export interface PatientReplyOptions {
  /** Its path decides the shape of errors. */
  readonly request: Pick<InboundRequest, "path" | "notes">;
  /** So long the client may hear nothing. */
  readonly keepAliveMs: number;
  readonly signs: StreamSigns;
}

/**
 * The reply to a streaming client, which hears that the work goes on before its answer begins. Once it has heard that, its answer has
 * status 200, and a refusal is told as the API tells it in streams.
 */
export class PatientReply implements Reply {
  readonly #reply: Reply;
  readonly #options: PatientReplyOptions;
  #stream: StreamedReply | undefined;
  #isAnswered = false;

  constructor(reply: Reply, options: PatientReplyOptions) {
    this.#reply = reply;
    this.#options = options;
  }

  /** True once the answer itself began. */
  get started(): boolean {
    return this.#isAnswered;
  }

  /** Waits for some work. */
  async during<T>(work: Promise<T>): Promise<T> {
    const timer = setInterval(() => {
      this.#stream ??= this.#reply.stream(200, EVENT_STREAM);
      // A client that went away ends the work by its signal.
      void Promise.resolve(this.#stream.write(this.#options.signs.alive)).catch(() => undefined);
    }, this.#options.keepAliveMs);
    return work.finally(() => clearInterval(timer));
  }

  stream(status: number, headers: Readonly<Record<string, string>>): StreamedReply {
    this.#isAnswered = true;
    this.#stream ??= this.#reply.stream(status, headers);
    return this.#stream;
  }

  json(status: number, body: unknown, headers?: Readonly<Record<string, string>>): void {
    this.#isAnswered = true;
    if (this.#stream) this.#fail(body);
    else this.#reply.json(status, body, headers);
  }

  bytes(status: number, body: Uint8Array, headers?: Readonly<Record<string, string>>): void {
    this.#isAnswered = true;
    if (this.#stream) this.#fail(jsonOrText(Buffer.from(body).toString("utf8")));
    else this.#reply.bytes(status, body, headers);
  }

  /** Tells of an error, if the client hears nothing of it otherwise. */
  tell(error: unknown): boolean {
    if (!this.#stream || this.#isAnswered || !(error instanceof ApiError)) return false;
    const { path, notes } = this.#options.request;
    notes.error ??= error.code ?? error.type;
    this.#isAnswered = true;
    this.#fail(errorBody(path, error));
    return true;
  }

  #fail(body: unknown): void {
    const isTold = isRecord(body) && isRecord(body["error"]);
    const failed = new ApiError(502, "The upstream gave an answer that is no stream.");
    const data = isTold ? body : errorBody(this.#options.request.path, failed);
    void Promise.resolve(this.#stream?.write(this.#options.signs.failed(data))).catch(() => undefined);
    this.#stream?.end();
  }
}
