import { CompactError } from "../errors/compact-error.js";
import type { SessionInfo } from "./storage-adapter.js";

const ISO_8601 = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}[\d:.]{0,20}(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** Milliseconds of an ISO 8601 text; `INVALID_INPUT` for anything else, since sessions are ordered by it. */
export function timestampMilliseconds(value: unknown, name: () => string): number {
  const milliseconds = typeof value === "string" && ISO_8601.test(value) ? Date.parse(value) : Number.NaN;
  if (!Number.isNaN(milliseconds)) return milliseconds;
  const found = typeof value === "string" ? JSON.stringify(value.slice(0, 64)) : `a ${typeof value}`;
  throw new CompactError(
    "INVALID_INPUT",
    `${name()} is ${found}; give an ISO 8601 time such as "2026-01-31T12:00:00.000Z".`,
  );
}

/** Newest activity first; sessions of the same instant by id, so that the order is always the same. */
export function compareSessions(left: SessionInfo, right: SessionInfo): number {
  const newest = Date.parse(right.lastTs) - Date.parse(left.lastTs);
  if (newest !== 0 && !Number.isNaN(newest)) return newest;
  return left.sessionId < right.sessionId ? -1 : 1;
}
