import type { ApiError } from "./api-error.js";
import { withoutSecrets } from "./without-secrets.js";

/**
 * An error as the API that was called writes it: Anthropic's on `/v1/messages`, OpenAI's everywhere else. It may quote what the client
 * sent, and errors end up in logs.
 */
export function errorBody(path: string, error: ApiError): Record<string, unknown> {
  const message = withoutSecrets(error.message);
  if (/^\/v1\/messages(?:\/|$)/.test(path)) {
    const { status, details } = error;
    const told = { type: anthropicType(status), message, ...(details ? { details } : {}) };
    return { type: "error", error: told };
  }
  const { type, param = null, code = null } = error;
  return { error: { message, type, param, code } };
}

const ANTHROPIC_TYPES: Readonly<Record<number, string>> = {
  401: "authentication_error",
  402: "billing_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  503: "overloaded_error",
  504: "timeout_error",
  529: "overloaded_error",
};

function anthropicType(status: number): string {
  return ANTHROPIC_TYPES[status] ?? (status >= 500 ? "api_error" : "invalid_request_error");
}
