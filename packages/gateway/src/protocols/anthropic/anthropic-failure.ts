import type { FailureCode, UpstreamFailure } from "../../answers/upstream-failure.js";
import { isRecord } from "../../json/is-record.js";
import { stringOf } from "../../json/string-of.js";
import { readRefusal } from "../read-refusal.js";

/** What is not here is told by the status. */
const CODES: Readonly<Record<string, FailureCode>> = {
  invalid_request_error: "invalid_prompt",
  authentication_error: "authentication_error",
  permission_error: "authentication_error",
  billing_error: "insufficient_quota",
  not_found_error: "model_not_found",
  request_too_large: "context_length_exceeded",
  rate_limit_error: "rate_limit_exceeded",
  overloaded_error: "server_is_overloaded",
};

/** Refused with 400, though nothing is wrong with the request. */
const NO_CREDIT = /credit balance is too low/iu;

/** Reads `{type: "error", error: {type, message}}`, whether it is the body of a refusal or an event in a stream. */
export function anthropicFailure(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): UpstreamFailure {
  const error = isRecord(body) && isRecord(body["error"]) ? body["error"] : {};
  const message = stringOf(error["message"]) || (typeof body === "string" ? body : "");
  const code = NO_CREDIT.test(message) ? "insufficient_quota" : CODES[stringOf(error["type"])];
  return readRefusal({ status, body, message, headers, ...(code === undefined ? {} : { code }) });
}
