import { createRedactor } from "plimsoll/redaction";
import { recognizeOverflow } from "plimsoll/tokens";
import type { FailureCode, UpstreamFailure } from "../../answers/upstream-failure.js";
import { FAILURE_RULES, type FailureRule, STATUS_CODES } from "./failure-rules.js";
import { type RefusalText, refusalText } from "./refusal-text.js";
import { retryDelay } from "./retry-delay.js";

const MAX_MESSAGE = 1000;
/** Statuses of refusals for which the length of the request can be the reason. */
const MAY_OVERFLOW: ReadonlySet<number> = new Set([200, 400, 413, 422, 500]);

const redactor = createRedactor();

function boundedMessage(text: string, status: number): string {
  const message = text === "" ? `The upstream answered with status ${status} and no message.` : text;
  const clean = redactor.text(message.slice(0, MAX_MESSAGE * 4)).replaceAll(/\s+/gu, " ");
  return clean.length > MAX_MESSAGE ? `${clean.slice(0, MAX_MESSAGE - 1)}…` : clean;
}

function fits(rule: FailureRule, status: number, { codes, baseCode, message }: RefusalText): boolean {
  if (rule.statuses && !rule.statuses.includes(status)) return false;
  if (baseCode !== undefined && rule.baseCodes.includes(baseCode)) return true;
  return codes.some((code) => rule.codes.includes(code)) || rule.pattern.test(message);
}

function codeOf(status: number, text: RefusalText): FailureCode {
  const rule = FAILURE_RULES.find((candidate) => fits(candidate, status, text));
  return rule?.code ?? STATUS_CODES[status] ?? "server_error";
}

/**
 * Reads why an upstream refused a request, from its status, its error body and its headers. Inside a stream the status is 200,
 * and one that the body names stands for it. The message is bounded and holds no secret.
 */
export function readRefusal(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): UpstreamFailure {
  const text = refusalText(body);
  const told = status === 200 ? (text.status ?? status) : status;
  const message = boundedMessage(text.message, told);
  const retry = retryDelay(headers, text.message);
  const retryAfterSeconds = retry === undefined ? {} : { retryAfterSeconds: retry };
  const finding = MAY_OVERFLOW.has(told)
    ? recognizeOverflow({ status: told, message: text.message, data: body })
    : { overflow: false };
  if (finding.overflow) {
    const window = finding.limit === undefined ? {} : { window: finding.limit };
    return { status, code: "context_length_exceeded", message, ...window };
  }
  return { status, code: codeOf(told, text), message, ...retryAfterSeconds };
}
