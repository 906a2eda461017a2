import type { OpenCall } from "./open-call.js";

/** How the events of a stream are read. */
export interface StreamReading<E> {
  /** True for an event that shows some of the answer; after it no retry is possible. */
  hasOutput(event: E): boolean;
  /** The error in an event, if the provider fails inside the stream. */
  failureOf?(event: E): unknown;
  /** @param before the usage of earlier events, for a provider that reports it in parts */
  usageOf(event: E, before: unknown): unknown;
}

/** Events that may be held back; a provider that sends more before its first output is not waited for. */
const MAX_HELD = 256;

/**
 * Passes a stream on. Until the first output, it answers a refusal because of length (thrown or in an event) with
 * a smaller request, and hides the events of the refused one.
 */
export async function* guardStream<W extends object, E>(
  call: OpenCall<W>,
  open: (items: W[]) => AsyncIterable<E> | Promise<AsyncIterable<E>>,
  reading: StreamReading<E>,
): AsyncGenerator<E, void, undefined> {
  for (let items: W[] | undefined = call.items; items; ) {
    const attempt = new Attempt(call, reading);
    try {
      for await (const event of await open(items)) {
        for (const seen of attempt.take(event)) yield seen;
        if (attempt.failure !== undefined && (await attempt.recovers(attempt.failure))) break;
      }
    } catch (error) {
      const recovered = attempt.smaller !== undefined || (!attempt.shown && (await attempt.recovers(error)));
      if (!recovered) {
        yield* attempt.rest();
        throw error;
      }
    }
    items = attempt.smaller;
    if (!items) {
      yield* attempt.rest();
      call.succeeded(attempt.usage);
    }
  }
}

/** One request and its outcome so far. */
class Attempt<W extends object, E> {
  shown = false;
  failure: unknown;
  smaller: W[] | undefined;
  usage: unknown;
  #held: E[] = [];
  readonly #call: OpenCall<W>;
  readonly #reading: StreamReading<E>;

  constructor(call: OpenCall<W>, reading: StreamReading<E>) {
    this.#call = call;
    this.#reading = reading;
  }

  /** The events that may be passed on now. */
  take(event: E): E[] {
    this.usage = this.#reading.usageOf(event, this.usage) ?? this.usage;
    if (this.shown) return [event];
    this.failure = this.#reading.failureOf?.(event);
    this.#held.push(event);
    if (this.failure !== undefined) return [];
    if (!this.#reading.hasOutput(event) && this.#held.length < MAX_HELD) return [];
    this.shown = true;
    return this.rest();
  }

  async recovers(error: unknown): Promise<boolean> {
    this.failure = undefined;
    this.smaller = await this.#call.failed(error);
    return this.smaller !== undefined;
  }

  /** Everything that is still held back. */
  rest(): E[] {
    const held = this.#held;
    this.#held = [];
    return held;
  }
}
