import type { Checkpoint } from "../facts/checkpoint/checkpoint.js";
import type { CompactionMetadata } from "./remote/compaction-metadata.js";
import type { ContinuationMiss, ResetReason } from "./request/continuation-miss.js";
import type { RequestBody, ResponsesAnswer, ResponsesEvent } from "./transport/responses-transport.js";
import type { ProviderWindowState } from "./window/provider-window-state.js";

export interface WindowRequestOptions {
  readonly signal?: AbortSignal;
}

/** A request that is ready to send, and the callbacks for its outcome. */
export interface PreparedRequest {
  /** The body for `POST /responses`. */
  readonly body: RequestBody;
  /** `passthrough`: the caller keeps the conversation at the provider itself; nothing was changed. */
  readonly mode: "full" | "incremental" | "passthrough";
  /** Why it is a full request although it could have been a continuation; absent for the first request. */
  readonly miss?: ContinuationMiss;
  /**
   * Records the answer: a response, or the content of a stream's terminal event. Call it before the next request.
   */
  received(response: unknown): Promise<void>;
  /**
   * Records a failure. Returns the request to send instead if the window can recover, at most a few times per
   * request; undefined if the caller must handle the error.
   *
   * @throws CompactError `REMOTE_COMPACTION_FAILED` if a compaction failed and local compaction is off.
   */
  failed(error: unknown): Promise<PreparedRequest | undefined>;
}

export interface CompactNowResult {
  readonly outcome: "remote" | "local" | "none";
  /** One sentence, if nothing or something else was done. */
  readonly reason?: string;
  readonly metadata?: CompactionMetadata;
}

/** What `create` returns for a body. */
export type Created<B, R, E> = B extends { readonly stream: true } ? AsyncGenerator<E, void, undefined> : R;

/**
 * The provider's side of one conversation: what it holds, what it must receive, and what it has compacted. Pass
 * bodies as for `responses.create`, with the whole list as `input`, or continue from what was sent. Make the
 * requests of one window one after the other.
 */
export interface ProviderWindow<R = ResponsesAnswer, E = ResponsesEvent> {
  readonly sessionId: string;
  /**
   * The request to send for a list: only new items if the provider holds the rest, otherwise the whole list.
   */
  request(body: object, options?: WindowRequestOptions): Promise<PreparedRequest>;
  /**
   * Sends a request and returns the response; recovers if the window can. With `stream: true` it returns the events,
   * as the official client does.
   */
  create<const B extends object>(body: B, options?: WindowRequestOptions): Promise<Created<B, R, E>>;
  /**
   * The same as a stream of events. Yields nothing until the provider begins to answer, so that a failed request
   * can be sent again unnoticed.
   */
  stream(body: object, options?: WindowRequestOptions): AsyncGenerator<E, void, undefined>;
  /** Compacts now, whatever the triggers say. */
  compact(body: object, options?: WindowRequestOptions): Promise<CompactNowResult>;
  /** The next request is a full one. */
  reset(reason?: ResetReason): Promise<void>;
  /** Everything that is known of the window, as plain JSON. */
  state(): Promise<ProviderWindowState>;
  /** The readable record of the provider's last compaction; undefined if there was none. */
  checkpoint(): Promise<Checkpoint | undefined>;
  /** Archives the last events and closes the window's parts. */
  close(): Promise<void>;
}
