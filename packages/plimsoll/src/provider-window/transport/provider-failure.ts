import { retryAfter } from "../../http/retry-after.js";
import { isRecord } from "../../text/is-record.js";
import { recognizeOverflow } from "../../tokens/recognize-overflow.js";

export type Route = "/responses" | "/responses/compact";

/** The meaning of a refused or failed request for the window. */
export type FailureKind =
  /** The provider does not have the route. */
  | "unsupported_endpoint"
  /** Ids in the input that the provider did not keep. */
  | "items_not_persisted"
  /** The response to continue is gone. */
  | "response_not_found"
  /** An encrypted item that the provider cannot read. */
  | "invalid_encrypted_content"
  | "overflow"
  /** May go well the next time: the connection, a limit of rate, the server. */
  | "transient"
  | "aborted"
  /** Anything else: sending it again would not help. */
  | "refused";

export interface ProviderFailure {
  readonly kind: FailureKind;
  readonly status?: number;
  readonly code?: string;
  readonly message: string;
  /** The delay that the provider asked for. */
  readonly retryAfterMilliseconds?: number;
}

const MISSING_ROUTE: ReadonlySet<number> = new Set([404, 405, 410, 501]);
const TRANSIENT_STATUS: ReadonlySet<number> = new Set([408, 409, 425, 429]);
const TRANSIENT_CODES: ReadonlySet<string> = new Set([
  "server_error",
  "rate_limit_exceeded",
  "server_is_overloaded",
  "slow_down",
  "ECONNRESET",
  "ECONNREFUSED",
  "EPIPE",
  "ETIMEDOUT",
  "UND_ERR_SOCKET",
]);
const NO_RETRY_CODES: ReadonlySet<string> = new Set(["insufficient_quota", "model_not_found"]);
const ABORT_NAMES: ReadonlySet<string> = new Set(["AbortError", "APIUserAbortError"]);
const CONNECTION_NAMES: ReadonlySet<string> = new Set(["APIConnectionError", "APIConnectionTimeoutError"]);
const CONNECTION_MESSAGE = /fetch failed|terminated|socket|network|premature close|time(d )?out/i;
const NOT_PERSISTED = /not persisted|item (with id )?'[^']{1,200}' not found/i;
const RESPONSE_GONE = /previous response with id .{1,200} not found/i;
const UNREADABLE = /encrypted content .{0,200}could not be (verified|decrypted|parsed)/i;
/** Codes of this library's own errors; the provider's message is in their details. */
const OWN_CODES: ReadonlySet<string> = new Set(["PROVIDER_REFUSED", "REMOTE_COMPACTION_FAILED"]);
const MAX_MESSAGE = 2000;
const MAX_DEPTH = 4;

interface Facts {
  status?: number;
  message: string;
  name: string;
  readonly codes: Set<string>;
  readonly params: Set<string>;
  retryAfter: number | undefined;
}

/**
 * Classifies an error of the official client, of `fetch`, of this library, or a failed response of a stream.
 */
export function classifyFailure(error: unknown, route: Route): ProviderFailure {
  const facts: Facts = { message: "", name: "", codes: new Set(), params: new Set(), retryAfter: undefined };
  collect(facts, error, 0);
  const [code] = facts.codes;
  return {
    kind: kindOf(facts, error, route),
    message: facts.message,
    ...(facts.status === undefined ? {} : { status: facts.status }),
    ...(code === undefined ? {} : { code }),
    ...(facts.retryAfter === undefined ? {} : { retryAfterMilliseconds: facts.retryAfter }),
  };
}

function kindOf(facts: Facts, error: unknown, route: Route): FailureKind {
  const { status, message, codes } = facts;
  if (ABORT_NAMES.has(facts.name) || codes.has("ABORTED")) return "aborted";
  if (codes.has("invalid_encrypted_content") || UNREADABLE.test(message)) return "invalid_encrypted_content";
  if (isResponseGone(facts)) return "response_not_found";
  if ((status === 404 || status === 400) && NOT_PERSISTED.test(message)) return "items_not_persisted";
  if (recognizeOverflow(error).overflow) return "overflow";
  if ([...codes].some((code) => NO_RETRY_CODES.has(code))) return "refused";
  if (route === "/responses/compact" && status !== undefined && MISSING_ROUTE.has(status))
    return "unsupported_endpoint";
  return isTransient(facts) ? "transient" : "refused";
}

function isResponseGone({ status, message, codes, params }: Facts): boolean {
  if (codes.has("previous_response_not_found") || RESPONSE_GONE.test(message)) return true;
  return status === 404 && params.has("previous_response_id");
}

function isTransient({ status, codes, name, message }: Facts): boolean {
  if (status !== undefined) return status >= 500 || TRANSIENT_STATUS.has(status);
  if ([...codes].some((code) => TRANSIENT_CODES.has(code))) return true;
  return CONNECTION_NAMES.has(name) || CONNECTION_MESSAGE.test(message);
}

function read(value: object, key: string): unknown {
  try {
    return Reflect.get(value, key);
  } catch {
    return undefined;
  }
}

/** The outermost name counts: a client that gives up after its time limit names an abort as the cause. */
function collectName(facts: Facts, value: object): void {
  if (facts.name !== "") return;
  const name = read(value, "name");
  const constructorName = value.constructor?.name;
  if (typeof name === "string" && ABORT_NAMES.has(name)) facts.name = name;
  else if (typeof constructorName === "string") facts.name = constructorName;
}

function collectCodes(facts: Facts, value: object): void {
  for (const key of ["code", "type"]) {
    const code = read(value, key);
    if (typeof code === "string" && code !== "" && !OWN_CODES.has(code)) facts.codes.add(code);
  }
}

function collect(facts: Facts, value: unknown, depth: number): void {
  if (typeof value === "string" && facts.message === "") facts.message = value.slice(0, MAX_MESSAGE);
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return;
  collectName(facts, value);
  collectCodes(facts, value);
  const status = read(value, "status");
  if (typeof status === "number") facts.status ??= status;
  const message = read(value, "message");
  if (typeof message === "string" && message !== "") facts.message ||= message.slice(0, MAX_MESSAGE);
  const param = read(value, "param");
  if (typeof param === "string") facts.params.add(param);
  facts.retryAfter ??= askedDelay(read(value, "headers") ?? read(value, "retryAfterMilliseconds"));
  for (const key of ["error", "response", "details", "cause"]) collect(facts, read(value, key), depth + 1);
}

/** Of the headers of an answer in any shape, or the milliseconds themselves. */
function askedDelay(headers: unknown): number | undefined {
  if (typeof headers === "number") return headers;
  if (typeof headers !== "object" || headers === null) return undefined;
  const get = read(headers, "get");
  return retryAfter((name) =>
    typeof get === "function" ? Reflect.apply(get, headers, [name]) : read(headers, name),
  );
}

/**
 * The failure in a response of status `failed` or in a stream's `error` event; undefined if there is none.
 */
export function failureOfEvent(event: unknown): unknown {
  if (!isRecord(event)) return undefined;
  if (event["type"] === "error") return isRecord(event["error"]) ? event["error"] : event;
  const response = event["type"] === "response.failed" ? event["response"] : event;
  if (!isRecord(response) || response["status"] !== "failed") return undefined;
  return isRecord(response["error"]) ? response["error"] : { code: "server_error", message: "failed" };
}
