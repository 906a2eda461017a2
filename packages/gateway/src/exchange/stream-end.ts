import { modelApiReading } from "plimsoll/calls";
import { splitEvents } from "./split-events.js";

/** How the APIs say that an answer is whole, or that it failed. What a model writes has its quotes escaped. */
const END =
  /^data: ?\[DONE\]|"finish_reason": ?"|"stop_reason": ?"|"type": ?"(?:message_stop|response\.(?:completed|incomplete|failed)|error)"|"error": ?[{"]/mu;
const FAILURE = /"type": ?"(?:error|response\.failed)"|"error": ?[{"]/u;
/** The end of an answer may be followed by usage, a mark and comments, each in a part of its own. */
const PARTS = 4;

/** The last parts of a stream, which say how it ended. */
export class StreamEnd {
  readonly #parts: Buffer[] = [];

  note(part: Buffer): void {
    if (this.#parts.push(part) > PARTS) this.#parts.shift();
  }

  /** Undefined for a stream that stopped before its answer was whole; with a failure where it ended with one. */
  read(): { readonly failure?: unknown } | undefined {
    const text = Buffer.concat(this.#parts).toString("utf8");
    if (!END.test(text)) return undefined;
    if (!FAILURE.test(text)) return {};
    const events = splitEvents(text).map((raw) => ({ raw }));
    return { failure: events.map((event) => modelApiReading.failureOf?.(event)).find(Boolean) };
  }
}
