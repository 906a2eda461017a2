import { ApiError } from "../../http/api-error.js";
import { errorBody } from "../../http/error-body.js";
import { EVENT_STREAM } from "../../http/event-stream.js";
import type { Reply, StreamedReply } from "../../http/reply.js";
import { isRecord } from "../../json/is-record.js";
import { jsonOrText } from "../../json/json-or-text.js";

const PING = 'event: ping\ndata: {"type":"ping"}\n\n';

export interface PatientReplyOptions {
  /** The path of the request, which decides the shape of errors. */
  readonly path: string;
  /** So long the client may hear nothing. */
  readonly keepAliveMs: number;
}

/**
 * The reply to a streaming client of the Messages API, which hears by events that the work goes on before its answer begins. Once it
 * has heard one, a refusal is an `error` event, as the API has it in streams.
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
      void Promise.resolve(this.#stream.write(PING)).catch(() => undefined);
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
    this.#isAnswered = true;
    this.#fail(errorBody(this.#options.path, error));
    return true;
  }

  #fail(body: unknown): void {
    const isTold = isRecord(body) && isRecord(body["error"]);
    const failed = new ApiError(502, "The upstream gave an answer that is no stream.");
    const data = isTold ? body : errorBody(this.#options.path, failed);
    void Promise.resolve(this.#stream?.write(`event: error\ndata: ${JSON.stringify(data)}\n\n`)).catch(
      () => undefined,
    );
    this.#stream?.end();
  }
}
