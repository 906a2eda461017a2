import type { ReceivedBody } from "./received-body.js";
import type { RequestAhead } from "./request-ahead.js";

/** What a handler tells the log line of its request. Nothing of the content. */
export interface RequestNotes {
  route?: string;
  upstream?: string;
  inputTokens?: number;
  cachedTokens?: number;
  outputTokens?: number;
  /** The upstream did not count all of them; the gateway did. */
  tokensEstimated?: true;
  /** What compaction did: `compacted`, `reapplied`, `overflow_recovered`. */
  compaction?: string;
  error?: string;
}

/** A request that passed all checks: it is authenticated, decompressed, and within the limits. */
export interface InboundRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whose request it is; the key that it came with decides. */
  readonly tenant: string;
  /** Unique; also in the answer as `x-request-id`. */
  readonly id: string;
  /** Decompressed. Empty for GET. */
  readonly body: ReceivedBody;
  /** Aborted when the client went away, or the server must stop. */
  readonly signal: AbortSignal;
  readonly notes: RequestNotes;
  /** The same request on its way to its upstream, where its handler sent it ahead. */
  readonly ahead?: RequestAhead;
}
