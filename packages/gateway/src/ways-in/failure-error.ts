import type { FailureCode, UpstreamFailure } from "../answers/upstream-failure.js";
import { failureStatus } from "../exchange/failure-status.js";
import { ApiError } from "../http/api-error.js";

const TYPES: Readonly<Partial<Record<FailureCode, string>>> = {
  rate_limit_exceeded: "rate_limit_error",
  insufficient_quota: "insufficient_quota",
  authentication_error: "authentication_error",
};

/** What a client is told of an upstream's refusal. A refusal keeps its own status; a failure is one of the gateway's. */
export function failureError(failure: UpstreamFailure): ApiError {
  const { code, status, retryAfterSeconds } = failure;
  const isRefusal = status >= 400 && status < 500;
  const type = TYPES[code];
  return new ApiError(isRefusal ? status : failureStatus(failure), refusalMessage(failure), {
    code,
    ...(type === undefined ? {} : { type }),
    ...(code === "context_length_exceeded" ? { param: "input" } : {}),
    ...(retryAfterSeconds === undefined
      ? {}
      : { headers: { "retry-after": String(Math.ceil(retryAfterSeconds)) } }),
  });
}

/** Clients know of one key, their own, and that was taken. */
export const refusalMessage = ({ code, message }: Pick<UpstreamFailure, "code" | "message">): string =>
  code === "authentication_error" ? `The upstream refused the gateway's own key: ${message}` : message;
