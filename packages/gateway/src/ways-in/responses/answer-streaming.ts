import type { AnswerEvent } from "../../answers/answer-event.js";
import { type ResponseEvent, responseEventText, STREAM_END } from "../../answers/response-event.js";
import { UpstreamRefused } from "../../exchange/upstream-refused.js";
import { EVENT_STREAM } from "../../http/event-stream.js";
import type { InboundRequest } from "../../http/inbound-request.js";
import type { Reply, StreamedReply } from "../../http/reply.js";
import { failureError, refusalMessage } from "../failure-error.js";
import { isCodex } from "../is-codex.js";
import type { AnsweringCall } from "./answering-call.js";
import { toldCode } from "./told-code.js";

export interface StreamingAnswer {
  readonly call: AnsweringCall;
  readonly request: InboundRequest;
  readonly reply: Reply;
  readonly keepAliveMs: number;
}

/**
 * Streams an answer. The client sees nothing until the upstream accepted the request, so a refusal is an HTTP error, except for a
 * client that understands it only inside a stream. If that takes long, the stream is opened and kept alive.
 */
export async function answerStreaming(answer: StreamingAnswer): Promise<void> {
  const stream = new AnswerStream(answer);
  const events = answer.call.events();
  try {
    for (;;) {
      const next = await stream.waitFor(events.next());
      if (next.done) break;
      await stream.take(next.value);
    }
    await stream.close();
  } catch (error) {
    if (!(error instanceof UpstreamRefused)) throw error;
    if (!stream.isOpen && !isCodex(answer.request.headers)) throw failureError(error.failure);
    const { code } = error.failure;
    const message = refusalMessage(error.failure);
    answer.request.notes.error = code;
    await stream.take({ type: "failed", code: toldCode(answer.request.headers, code), message });
    await stream.close();
  } finally {
    await events.return();
  }
}

class AnswerStream {
  readonly #answer: StreamingAnswer;
  readonly #opening: readonly ResponseEvent[];
  #stream: StreamedReply | undefined;

  constructor(answer: StreamingAnswer) {
    this.#answer = answer;
    this.#opening = answer.call.writer.begin();
  }

  get isOpen(): boolean {
    return this.#stream !== undefined;
  }

  /** Waits for a promise, and tells the client in the meantime that the work goes on. */
  async waitFor<T>(promise: Promise<T>): Promise<T> {
    const answered = promise.then((value) => ({ value }));
    for (;;) {
      let timer: NodeJS.Timeout | undefined;
      const elapsed = new Promise<undefined>((resolve) => {
        timer = setTimeout(() => resolve(undefined), this.#answer.keepAliveMs);
      });
      const first = await Promise.race([answered, elapsed]).finally(() => clearTimeout(timer));
      if (first !== undefined) return first.value;
      await this.#write(this.#answer.call.writer.keepAlive());
    }
  }

  async take(event: AnswerEvent): Promise<void> {
    const { call } = this.#answer;
    const events = call.writer.take(event);
    if (call.writer.ended) await call.finish();
    await this.#write(events);
  }

  /** An answer that stopped without an end failed. */
  async close(): Promise<void> {
    if (!this.#answer.call.writer.ended)
      await this.take({
        type: "failed",
        code: "server_error",
        message: "The upstream broke off its answer.",
      });
    const stream = await this.#open();
    await stream.write(STREAM_END);
    stream.end();
  }

  async #write(events: readonly ResponseEvent[]): Promise<void> {
    const stream = await this.#open();
    if (events.length > 0) await stream.write(events.map(responseEventText).join(""));
  }

  async #open(): Promise<StreamedReply> {
    if (this.#stream) return this.#stream;
    this.#stream = this.#answer.reply.stream(200, EVENT_STREAM);
    await this.#stream.write(this.#opening.map(responseEventText).join(""));
    return this.#stream;
  }
}
