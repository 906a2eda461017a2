import type { Summarizer } from "../../summarizers/summarizer.js";

/** The parts of one model request, as the framework is about to send it. */
export interface ModelRequest<W extends object> {
  /** The whole list of items. */
  readonly items: readonly W[];
  /** The system prompt, if it is not an item of the list. */
  readonly instructions?: string;
  /** The tool definitions as they are sent, with all else that costs tokens and is not an item. */
  readonly tools?: unknown;
  /** The model that is asked. */
  readonly model?: string;
  /** The tokens that this request may have, if the caller knows better than the catalogue. */
  readonly maxContextTokens?: number;
  /** The session, if the framework has an id for it. @default found by the content of the list */
  readonly sessionId?: string;
  /** Why the history is not the client's to change: the provider keeps it. Such a request goes out as it is. */
  readonly serverManaged?: string;
  /** Writes the summary if this request needs one. @default the manager's own */
  readonly summarizer?: Summarizer;
  /** Bytes of the request as it would be sent, with all that is not an item. Saves counting where they are few. */
  readonly size?: number;
  readonly signal?: AbortSignal;
}
