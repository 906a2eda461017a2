import { createRedactor } from "plimsoll/redaction";
import { recognizeOverflow } from "plimsoll/tokens";
import type { FailureCode, UpstreamFailure } from "../answers/upstream-failure.js";
import { retryAfter } from "./retry-after.js";

/** A refusal, as far as its protocol can read it. */
export interface Refusal {
  /** 200 if it came inside a stream. */
  readonly status: number;
  /** The parsed body, or its text: what an overflow is recognized by. */
  readonly body: unknown;
  /** What the upstream says, in its own words. */
  readonly message: string;
  /** What the upstream's own name for the failure means, if it gave one. */
  readonly code?: FailureCode;
  readonly headers?: Readonly<Record<string, string>>;
  /** Said in the body; the headers are read otherwise. */
  readonly retryAfterSeconds?: number;
}

const LONGEST_MESSAGE = 2000;
const KEYS =
  /\b(?:sk-[\w-]{6,}|AIza[\w-]{10,}|Bearer\s+[\w.~+/=-]+)|([?&](?:key|api_key|token)=)[^&\s"']+/giu;

const redactor = createRedactor();

/** What a refusal means, whatever the protocol. */
export function readRefusal(refusal: Refusal): UpstreamFailure {
  const { status, body, headers = {} } = refusal;
  const message = safeMessage(refusal.message) || `The upstream answered with status ${status}.`;
  const { overflow, limit } = recognizeOverflow({ status, body });
  if (overflow && mayOverflow(status)) {
    const window = limit === undefined ? {} : { window: limit };
    return { status, code: "context_length_exceeded", message, ...window };
  }
  const code = refusal.code ?? codeOf(status);
  const retryAfterSeconds = refusal.retryAfterSeconds ?? retryAfter(headers);
  return { status, code, message, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) };
}

const mayOverflow = (status: number): boolean => [200, 400, 413, 422].includes(status);

function codeOf(status: number): FailureCode {
  switch (status) {
    case 401:
    case 403:
      return "authentication_error";
    case 402:
      return "insufficient_quota";
    case 404:
      return "model_not_found";
    case 429:
      return "rate_limit_exceeded";
    case 503:
    case 529:
      return "server_is_overloaded";
    default:
      return status >= 400 && status < 500 && status !== 408 ? "invalid_prompt" : "server_error";
  }
}

/** Upstreams repeat keys and prompts in their errors: keys are struck out, and the text is cut. */
function safeMessage(message: string): string {
  const struck = message
    .slice(0, LONGEST_MESSAGE)
    .replaceAll(KEYS, (_, parameter: string | undefined) => `${parameter ?? ""}[key]`);
  return redactor.text(struck).slice(0, LONGEST_MESSAGE).trim();
}
