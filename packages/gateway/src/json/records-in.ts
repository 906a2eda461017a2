import { isRecord } from "./is-record.js";
import type { JsonRecord } from "./json-record.js";

/** The objects of a list; none if it is no list. */
export function recordsIn(value: unknown): JsonRecord[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
