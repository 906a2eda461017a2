import type { Checkpoint } from "../facts/checkpoint/checkpoint.js";
import type { CompactionMetadata } from "./remote/compaction-metadata.js";
import type { ContinuationMiss, ResetReason } from "./request/continuation-miss.js";
import type { RequestBody } from "./transport/responses-transport.js";
import type { ProviderWindowState } from "./window/provider-window-state.js";

export interface WindowRequestOptions {
  readonly signal?: AbortSignal;
}

/** A request, ready to be sent, and the way back for what became of it. */
export interface PreparedRequest {
  /** What to send to `POST /responses`. */
  readonly body: RequestBody;
  /** `passthrough`: the caller keeps the conversation at the provider itself; nothing was changed. */
  readonly mode: "full" | "incremental" | "passthrough";
  /** Why it is a full one where it could have gone on; absent for the first. */
  readonly miss?: ContinuationMiss;
  /** The answer came: a response, or what a stream's terminal event holds. Must be told before the next request. */
  received(response: unknown): Promise<void>;
  /**
   * The request failed. Gives what to send instead where the window can do something about it, at most a few times for
   * one request; undefined where the error is the caller's.
   *
   * @throws CompactError `REMOTE_COMPACTION_FAILED` where a compaction failed and is not to be done here.
   */
  failed(error: unknown): Promise<PreparedRequest | undefined>;
}

export interface CompactNowResult {
  readonly outcome: "remote" | "local" | "none";
  /** One sentence, where nothing or something else was done. */
  readonly reason?: string;
  readonly metadata?: CompactionMetadata;
}

/**
 * The provider's side of one conversation: what it holds, what it must be sent, and what it has compacted. A body is what
 * `responses.create` takes, with the whole list as its `input`, as it would be without a window; a caller may go on from
 * what was sent instead. Requests of one window are made one after the other.
 */
export interface ProviderWindow {
  readonly sessionId: string;
  /** The request to send for a list: only what is new where the provider holds the rest, all of it otherwise. */
  request(body: object, options?: WindowRequestOptions): Promise<PreparedRequest>;
  /** Sends a request and gives the response; recovers from what the window can recover from. Does not stream. */
  create(body: object, options?: WindowRequestOptions): Promise<Readonly<Record<string, unknown>>>;
  /**
   * The same as a stream of events. Nothing is passed on before the provider has begun to answer, so that a request
   * that fails first can be sent again unnoticed.
   */
  stream(body: object, options?: WindowRequestOptions): AsyncGenerator<unknown, void, undefined>;
  /** Compacts now, whatever the triggers say. */
  compact(body: object, options?: WindowRequestOptions): Promise<CompactNowResult>;
  /** The next request is a full one. */
  reset(reason?: ResetReason): Promise<void>;
  /** Everything that is known of the window, as plain JSON. */
  state(): Promise<ProviderWindowState>;
  /** The readable record of what the provider has compacted last; undefined where it has not. */
  checkpoint(): Promise<Checkpoint | undefined>;
  /** Archives the last events and releases what the window was given. */
  close(): Promise<void>;
}
