import type { JsonRecord } from "./json-record.js";

/** True for a JSON object: neither null nor an array. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
