import type { AnswerEvent } from "../../answers/answer-event.js";
import type { ResponseWriter } from "../../answers/response-writer.js";

/** A request that is being answered by the gateway's own writer. */
export interface AnsweringCall {
  readonly writer: ResponseWriter;
  /** @throws UpstreamRefused if nothing was answered */
  events(): AsyncGenerator<AnswerEvent, void, undefined>;
  /** Keeps what is to be kept. Called before the client sees the end. */
  finish(): Promise<void>;
}
