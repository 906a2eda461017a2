/** A request of the Responses API: `model`, `input` and the rest, as it is sent. */
export type RequestBody = Readonly<Record<string, unknown>>;

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
 * `fetchTransport` one that needs nothing.
 */
export interface ResponsesTransport {
  readonly binding: ProviderBinding;
  /** Routes that this provider does not support. Lives as long as the transport. */
  readonly unsupportedRoutes: Set<string>;
  /**
   * `POST /responses`: the response, or an async iterable of its events if `stream` is true. Rejects on a
   * refusal.
   */
  create(body: RequestBody, options: SendOptions): Promise<unknown>;
  /** `POST /responses/compact`. */
  compact(body: RequestBody, options: SendOptions): Promise<unknown>;
}

export const sameBinding = (left: ProviderBinding, right: ProviderBinding): boolean =>
  left.provider === right.provider && left.account === right.account;
