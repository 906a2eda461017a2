/** Why a request failed, in the words of the Responses API. Codex reacts to each in its own way. */
export const FAILURE_CODES = [
  "context_length_exceeded",
  "rate_limit_exceeded",
  "insufficient_quota",
  "invalid_prompt",
  "model_not_found",
  "authentication_error",
  "server_is_overloaded",
  "server_error",
] as const;

export type FailureCode = (typeof FAILURE_CODES)[number];

/** An upstream refused a request or broke off. The message holds no key and is bounded. */
export interface UpstreamFailure {
  /** The HTTP status of the upstream; 200 if it failed inside a stream, 0 if it was not reached. */
  readonly status: number;
  readonly code: FailureCode;
  readonly message: string;
  readonly retryAfterSeconds?: number;
  /** The window, if the refusal names it. */
  readonly window?: number;
}
