import { NOT_AN_OVERFLOW, OVERFLOW_CODES, OVERFLOW_PATTERNS } from "./overflow-patterns.js";

export interface OverflowFinding {
  /** The provider refused the request because it is longer than the model's window. */
  readonly overflow: boolean;
  /** The window, if the refusal names it. */
  readonly limit?: number;
  /** The provider's count of the request, or of its input alone if it names both. */
  readonly requested?: number;
}

const MAX_CHARACTERS = 65_536;
const MAX_DEPTH = 8;
const MAX_OBJECTS = 64;
const MAX_ENTRIES = 16;

/** Keys under which SDK error classes and bodies keep the provider's message. */
const TEXT_KEYS = ["message", "responseBody", "raw", "status_msg"] as const;
const CODE_KEYS = ["code", "type", "stop_reason", "finish_reason"] as const;
const STATUS_KEYS = ["status", "statusCode", "status_code"] as const;
const NESTED_KEYS = [
  "error",
  "errors",
  "body",
  "data",
  "response",
  "metadata",
  "detail",
  "base_resp",
  "lastError",
  "cause",
] as const;

// Refusals for which the length of the request is not the reason, whatever their text.
const OTHER_REFUSALS: ReadonlySet<number> = new Set([401, 402, 403, 404, 408, 429]);
const PAYLOAD_TOO_LARGE = 413;

/** The texts found in an error, bounded in depth, width and length. */
interface Evidence {
  text: string;
  readonly codes: Set<string>;
  readonly statuses: Set<number>;
  readonly seen: Set<object>;
}

function addText(evidence: Evidence, text: string): void {
  const room = MAX_CHARACTERS - evidence.text.length;
  if (room > 0) evidence.text += `${text.slice(0, room)}\n`;
}

/** The value of a property; errors of foreign classes may have getters that throw. */
function read(value: object, key: string): unknown {
  try {
    return (value as Readonly<Record<string, unknown>>)[key];
  } catch {
    return undefined;
  }
}

function collectFields(evidence: Evidence, value: object): void {
  for (const key of TEXT_KEYS) {
    const text = read(value, key);
    if (typeof text === "string") addText(evidence, text);
  }
  for (const key of CODE_KEYS) {
    const code = read(value, key);
    if (typeof code === "string" || typeof code === "number") evidence.codes.add(String(code));
  }
  for (const key of STATUS_KEYS) {
    const status = read(value, key);
    if (typeof status === "number") evidence.statuses.add(status);
  }
}

function collect(evidence: Evidence, value: unknown, depth: number): void {
  if (typeof value === "string") {
    addText(evidence, value);
    return;
  }
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return;
  if (evidence.seen.has(value) || evidence.seen.size >= MAX_OBJECTS) return;
  evidence.seen.add(value);
  if (Array.isArray(value)) {
    for (const entry of value.slice(0, MAX_ENTRIES)) collect(evidence, entry, depth + 1);
    return;
  }
  collectFields(evidence, value);
  for (const key of NESTED_KEYS) collect(evidence, read(value, key), depth + 1);
}

function parseTokens(text: string | undefined): number | undefined {
  const digits = text?.replaceAll(/[^\d]/gu, "") ?? "";
  const tokens = Number(digits);
  return digits !== "" && Number.isSafeInteger(tokens) && tokens > 0 ? tokens : undefined;
}

function matchText(text: string): OverflowFinding | undefined {
  for (const { pattern } of OVERFLOW_PATTERNS) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const limit = parseTokens(match.groups?.["limit"]);
    const requested = parseTokens(match.groups?.["requested"]);
    return {
      overflow: true,
      ...(limit === undefined ? {} : { limit }),
      ...(requested === undefined ? {} : { requested }),
    };
  }
  return undefined;
}

/**
 * Decides whether an error, a message, or a provider's error body means that the request overflowed the model's
 * window, and reads its numbers. Rate limits, quotas and over-long single strings are not overflows. Never
 * throws.
 */
export function recognizeOverflow(error: unknown): OverflowFinding {
  const evidence: Evidence = { text: "", codes: new Set(), statuses: new Set(), seen: new Set() };
  collect(evidence, error, 0);
  const codes = [...evidence.codes];
  if (codes.some((code) => OVERFLOW_CODES.has(code)) || OVERFLOW_CODES.has(evidence.text.trim())) {
    return matchText(evidence.text) ?? { overflow: true };
  }
  const statuses = [...evidence.statuses];
  const isOtherRefusal = statuses.some((status) => OTHER_REFUSALS.has(status));
  if (
    isOtherRefusal ||
    NOT_AN_OVERFLOW.test(evidence.text) ||
    codes.some((code) => NOT_AN_OVERFLOW.test(code))
  ) {
    return { overflow: false };
  }
  return matchText(evidence.text) ?? { overflow: statuses.includes(PAYLOAD_TOO_LARGE) };
}
