import { isRecord } from "../../text/is-record.js";
import { failureOfEvent } from "./provider-failure.js";

/** A response put together from its events. */
export interface ReadResponse {
  /** From the terminal event; undefined if the stream ended before. */
  readonly response?: Readonly<Record<string, unknown>>;
  /** The items as completed one by one, which counts; otherwise those of the response. */
  readonly output: readonly unknown[];
  /** The failure that the stream reported instead of an answer. */
  readonly failure?: unknown;
}

const TERMINAL: ReadonlySet<unknown> = new Set(["response.completed", "response.incomplete"]);

export function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

/** Gathers events into a response, one by one. */
export class StreamReader {
  readonly #done = new Map<number, unknown>();
  #response: Readonly<Record<string, unknown>> | undefined;
  #failure: unknown;

  push(event: unknown): void {
    if (!isRecord(event)) return;
    const { type } = event;
    if (type === "response.output_item.done") {
      const index = event["output_index"];
      this.#done.set(typeof index === "number" ? index : this.#done.size, event["item"]);
    }
    if (TERMINAL.has(type) && isRecord(event["response"])) this.#response = event["response"];
    const failure = failureOfEvent(event);
    if (failure !== undefined) this.#failure ??= failure;
  }

  get read(): ReadResponse {
    const listed = this.#response?.["output"];
    const done = [...this.#done.entries()].sort(([one], [other]) => one - other).map(([, item]) => item);
    const output = done.length > 0 ? done : Array.isArray(listed) ? listed : [];
    return {
      output,
      ...(this.#response ? { response: this.#response } : {}),
      ...(this.#failure === undefined ? {} : { failure: this.#failure }),
    };
  }
}

/** Reads an answer to its end, streamed or not. */
export async function readStream(answer: unknown): Promise<ReadResponse> {
  const reader = new StreamReader();
  if (isAsyncIterable(answer)) for await (const event of answer) reader.push(event);
  else if (isRecord(answer)) reader.push({ type: "response.completed", response: answer });
  return reader.read;
}
