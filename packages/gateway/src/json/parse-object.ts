import { parseExact } from "./exact-text.js";
import { isRecord } from "./is-record.js";
import type { JsonRecord } from "./json-record.js";

/** The JSON object of a text; undefined if it is none. */
export function parseObject(text: string): JsonRecord | undefined {
  try {
    const value: unknown = parseExact(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
