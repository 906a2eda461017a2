import type { FailureCode, UpstreamFailure } from "../../answers/upstream-failure.js";
import { isRecord } from "../../json/is-record.js";
import type { JsonRecord } from "../../json/json-record.js";
import { recordsIn } from "../../json/records-in.js";
import { stringOf } from "../../json/string-of.js";
import { readRefusal } from "../read-refusal.js";
import { secondsOf } from "../retry-after.js";

const CODES: Readonly<Record<string, FailureCode>> = {
  INVALID_ARGUMENT: "invalid_prompt",
  FAILED_PRECONDITION: "invalid_prompt",
  OUT_OF_RANGE: "invalid_prompt",
  UNAUTHENTICATED: "authentication_error",
  PERMISSION_DENIED: "authentication_error",
  NOT_FOUND: "model_not_found",
  RESOURCE_EXHAUSTED: "rate_limit_exceeded",
  UNAVAILABLE: "server_is_overloaded",
  INTERNAL: "server_error",
  UNKNOWN: "server_error",
  ABORTED: "server_error",
  CANCELLED: "server_error",
  DEADLINE_EXCEEDED: "server_error",
};

/** Reads `{error: {code, message, status, details}}`, which a stream may wrap in a list. */
export function geminiFailure(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): UpstreamFailure {
  const outer = Array.isArray(body) ? (body[0] as unknown) : body;
  const error = isRecord(outer) && isRecord(outer["error"]) ? outer["error"] : {};
  const details = recordsIn(error["details"]);
  const message = stringOf(error["message"]) || (typeof body === "string" ? body : "");
  const code = codeOf(error, details);
  const delay = details.map((detail) => secondsOf(stringOf(detail["retryDelay"]))).find(isNumber);
  return readRefusal({
    status,
    body: outer,
    message,
    headers,
    ...(code === undefined ? {} : { code }),
    ...(delay === undefined ? {} : { retryAfterSeconds: delay }),
  });
}

const isNumber = (value: number | undefined): value is number => value !== undefined;

function codeOf(error: JsonRecord, details: readonly JsonRecord[]): FailureCode | undefined {
  // A wrong key is an invalid argument to this API.
  if (details.some((detail) => detail["reason"] === "API_KEY_INVALID")) return "authentication_error";
  const code = CODES[stringOf(error["status"])];
  return code === "rate_limit_exceeded" && isUsedUp(details) ? "insufficient_quota" : code;
}

/** A quota of a day does not come back by waiting. */
function isUsedUp(details: readonly JsonRecord[]): boolean {
  const violations = details.flatMap((detail) => recordsIn(detail["violations"]));
  return violations.some((violation) => /PerDay/u.test(stringOf(violation["quotaId"])));
}
