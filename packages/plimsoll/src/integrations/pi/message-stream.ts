/** An answer of a model. */
interface PiAnswer extends Readonly<Record<string, unknown>> {
  readonly role: string;
  readonly usage?: Readonly<Record<string, unknown>>;
}

/** An event of a stream of pi, as far as it is read here. */
export interface PiEvent {
  readonly type: string;
  /** The answer, in `done`. */
  readonly message?: PiAnswer;
  /** The failed answer, in `error`. */
  readonly error?: object & { readonly stopReason?: unknown; readonly errorMessage?: unknown };
}

/**
 * The events of one answer, for one reader, and the answer itself. They are taken from the provider whether or not somebody
 * reads them: an agent stops reading at the last event, before the end of the stream.
 */
export class MessageStream implements AsyncIterable<PiEvent> {
  readonly #events: PiEvent[] = [];
  readonly #result: Promise<object>;
  #wake: () => void = () => undefined;
  #ended = false;

  /** @param onAnswer hears of the answer before its reader does */
  constructor(events: AsyncIterable<PiEvent>, onAnswer: (message: object) => void) {
    this.#result = this.#take(events, onAnswer);
    // Whoever asks for the result gets the failure; nobody else has to.
    this.#result.catch(() => undefined);
  }

  async #take(events: AsyncIterable<PiEvent>, onAnswer: (message: object) => void): Promise<object> {
    let answer: object | undefined;
    try {
      for await (const event of events) {
        answer = event.message ?? event.error ?? answer;
        if (event.message) onAnswer(event.message);
        this.#events.push(event);
        this.#wake();
      }
    } finally {
      this.#ended = true;
      this.#wake();
    }
    if (!answer) throw new Error("The stream ended without an answer.");
    return answer;
  }

  /** The answer, when the stream has ended. */
  async result(): Promise<object> {
    return this.#result;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<PiEvent, void, undefined> {
    for (;;) {
      const event = this.#events.shift();
      if (event) yield event;
      else if (this.#ended) break;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
    await this.#result;
  }
}
