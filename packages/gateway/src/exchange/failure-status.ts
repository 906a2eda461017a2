import type { FailureCode, UpstreamFailure } from "../answers/upstream-failure.js";

const STATUSES: Readonly<Record<FailureCode, number>> = {
  context_length_exceeded: 400,
  rate_limit_exceeded: 429,
  insufficient_quota: 429,
  invalid_prompt: 400,
  model_not_found: 404,
  authentication_error: 401,
  server_is_overloaded: 503,
  server_error: 502,
};

/**
 * The status of a failure that came without one of its own, inside an accepted answer or without any answer. Clients decide by it
 * whether they ask again.
 */
export const failureStatus = ({ code }: Pick<UpstreamFailure, "code">): number => STATUSES[code];
