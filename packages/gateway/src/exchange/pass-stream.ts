import { eventData, modelApiReading, type ServerEvent } from "plimsoll/calls";
import { clientHeaders } from "../http/upstream-headers.js";
import type { Reply, StreamedReply } from "../http/reply.js";
import { isRecord } from "../json/is-record.js";
import type { JsonRecord } from "../json/json-record.js";
import { jsonOrText } from "../json/json-or-text.js";
import { BrokenOff } from "../upstream/broken-off.js";
import { eachChunk } from "../upstream/each-chunk.js";
import type { Upstream } from "../routes/route.js";
import { errorsWithoutKey } from "../upstream/errors-without-key.js";
import type { UpstreamAnswer } from "../upstream/upstream-answer.js";
import { completedEvents, missingEnd } from "./completed-events.js";
import { eventsToRead } from "./events-to-read.js";
import { StreamEnd } from "./stream-end.js";
import type { UsageCompletion } from "./usage-completion.js";
import { WholeEvents } from "./whole-events.js";

export interface StreamToPass {
  readonly answer: UpstreamAnswer;
  readonly reply: Reply;
  /** Its key is taken out of the errors that it reports. */
  readonly upstream: Pick<Upstream, "key">;
  /** Completes the usage that it reports. */
  readonly completion?: UsageCompletion;
  /** Why an event that comes before the first output says that something went wrong; undefined if it does not. */
  failureIn?(event: ServerEvent): unknown;
  /** Sees the events before the first output, and later those that report usage, before the client does. */
  seen?(data: JsonRecord): Promise<void>;
}

/** What a stream reported, also of a failure behind its first output, or how it failed before that. */
export type PassedStream =
  | { readonly passed: true; readonly usage: unknown; readonly failure: unknown }
  | { readonly passed: false; readonly failure: unknown };

/** Passes the events of a stream on as they come, and reads beside that what it reports. The client sees nothing of one that begins with a failure. */
export function passStream(stream: StreamToPass): Promise<PassedStream> {
  return new StreamPassing(stream).run();
}

class StreamPassing {
  readonly #stream: StreamToPass;
  readonly #whole = new WholeEvents();
  readonly #end = new StreamEnd();
  /** What came before the first output. */
  #held: Uint8Array[] = [];
  #client: StreamedReply | undefined;
  #usage: unknown;
  #failure: unknown;

  constructor(stream: StreamToPass) {
    this.#stream = stream;
  }

  async run(): Promise<PassedStream> {
    await eachChunk(this.#stream.answer.body, (chunk) => this.#take(chunk));
    const rest = this.#whole.rest();
    if (rest && this.#failure === undefined) await this.#pass(rest);
    if (this.#failure !== undefined) return { passed: false, failure: this.#failure };
    const ended = this.#end.read();
    if (!ended) return this.#stopped();
    const end = this.#stream.completion && missingEnd(this.#stream.completion, rest !== undefined);
    if (end) await this.#pass(end);
    const client = this.#client ?? this.#open();
    await this.#release(client);
    client.end();
    return { passed: true, usage: this.#usage, failure: ended.failure };
  }

  /** A client must not take half of an answer for a whole one. @throws BrokenOff if it has seen some of it */
  #stopped(): PassedStream {
    if (this.#client) throw new BrokenOff();
    const message = "The upstream ended its answer before it was whole.";
    return { passed: false, failure: { type: "api_error", message } };
  }

  #take(received: Uint8Array): Promise<boolean | void> | void {
    const part = this.#whole.add(received);
    if (part) return this.#pass(part);
  }

  #pass(received: Buffer): Promise<boolean | void> | void {
    const { upstream, completion } = this.#stream;
    this.#end.note(received);
    const part = errorsWithoutKey(received, upstream);
    const chunk = completion ? completedEvents(part, completion) : part;
    const events = eventsToRead(chunk, this.#client === undefined);
    if (this.#client && events.length === 0) return this.#client.write(chunk);
    this.#held.push(chunk);
    if (events.length > 0) return this.#look(events);
  }

  /** False if the answer is a failure. */
  async #look(events: readonly ServerEvent[]): Promise<boolean> {
    for (const event of events) {
      this.#usage = modelApiReading.usageOf(event, this.#usage) ?? this.#usage;
      await this.#stream.seen?.(dataOf(event));
      if (this.#client) continue;
      this.#failure = modelApiReading.failureOf?.(event) ?? this.#stream.failureIn?.(event);
      if (this.#failure !== undefined) return false;
      if (modelApiReading.hasOutput(event)) this.#client = this.#open();
    }
    if (this.#client) await this.#release(this.#client);
    return true;
  }

  #open(): StreamedReply {
    const { reply, answer } = this.#stream;
    return reply.stream(answer.status, clientHeaders(answer.headers));
  }

  async #release(client: StreamedReply): Promise<void> {
    const held = this.#held;
    this.#held = [];
    for (const chunk of held) await client.write(chunk);
  }
}

function dataOf(event: ServerEvent): JsonRecord {
  const data = jsonOrText(eventData(event));
  return isRecord(data) ? data : {};
}
