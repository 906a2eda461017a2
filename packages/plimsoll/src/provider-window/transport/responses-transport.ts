/** A request of the Responses API: `model`, `input` and the rest, as it is sent. */
export type RequestBody = Readonly<Record<string, unknown>>;

/** An answer of the Responses API, as far as the window knows it. */
export interface ResponsesAnswer {
  readonly id?: string;
  readonly status?: string;
  readonly output: readonly object[];
  readonly usage?: unknown;
}

/** An event of a streamed answer. */
export interface ResponsesEvent {
  readonly type: string;
}

/** The owner of an encrypted item: nobody else can read or receive it. */
export interface ProviderBinding {
  /** The normalized API base. */
  readonly provider: string;
  /** A digest of the credentials, never the credentials. */
  readonly account: string;
}

export interface SendOptions {
  readonly signal?: AbortSignal;
  /** Send only once; the caller decides about retries. @default the transport's own retries */
  readonly once?: boolean;
}

/**
 * One provider session: a base, an account, and the way to it. `openAITransport` makes one of the official client,
 * `fetchTransport` one that needs nothing. The types are those of an answer and of an event of a stream.
 */
export interface ResponsesTransport<R = ResponsesAnswer, E = ResponsesEvent> {
  /** Valid after `open`, if there is that. */
  readonly binding: ProviderBinding;
  /** Finds out whose the credentials are now. Called before every request; one that rejects is asked again by the next. */
  open?(): Promise<void>;
  /** Routes that this provider does not support. Lives as long as the transport. */
  readonly unsupportedRoutes: Set<string>;
  /**
   * `POST /responses`: the response, or an async iterable of its events if `stream` is true. Rejects on a
   * refusal.
   */
  create(body: RequestBody, options: SendOptions): Promise<R | AsyncIterable<E>>;
  /** `POST /responses/compact`. */
  compact(body: RequestBody, options: SendOptions): Promise<unknown>;
}

export const sameBinding = (left: ProviderBinding, right: ProviderBinding): boolean =>
  left.provider === right.provider && left.account === right.account;
