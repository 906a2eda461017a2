import type { FailureCode, UpstreamFailure } from "../../answers/upstream-failure.js";
import { readRefusal } from "../read-refusal.js";
import { retryAfter } from "../retry-after.js";
import { FAILURE_RULES, type FailureRule } from "./failure-rules.js";
import { type RefusalText, refusalText } from "./refusal-text.js";
import { toldDelay } from "./told-delay.js";

function fits(rule: FailureRule, status: number, { codes, baseCode, message }: RefusalText): boolean {
  if (rule.statuses && !rule.statuses.includes(status)) return false;
  if (baseCode !== undefined && rule.baseCodes.includes(baseCode)) return true;
  return codes.some((code) => rule.codes.includes(code)) || rule.pattern.test(message);
}

function codeOf(status: number, text: RefusalText): FailureCode | undefined {
  return FAILURE_RULES.find((rule) => fits(rule, status, text))?.code;
}

/**
 * Reads why one of the many servers that speak OpenAI's protocols refused a request. Inside a stream the status is 200, and one
 * that the body names stands for it.
 */
export function vendorFailure(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): UpstreamFailure {
  const text = refusalText(body);
  const told = status === 200 ? (text.status ?? status) : status;
  const code = codeOf(told, text);
  const delay = retryAfter(headers) ?? toldDelay(text.message, headers);
  const failure = readRefusal({
    status: told,
    body: { message: text.message, data: body },
    message: text.message,
    headers,
    ...(code === undefined ? {} : { code }),
    ...(delay === undefined ? {} : { retryAfterSeconds: delay }),
  });
  return { ...failure, status };
}
