import type { JsonRecord } from "../../json/json-record.js";
import { stringOf } from "../../json/string-of.js";

/** Fields that come in pieces. */
const STREAMED = ["text", "summary"] as const;

function continues(last: JsonRecord | undefined, detail: JsonRecord): last is JsonRecord {
  if (!last || last["type"] !== detail["type"] || last["index"] !== detail["index"]) return false;
  return last["data"] === undefined && detail["data"] === undefined;
}

function append(last: JsonRecord, detail: JsonRecord): JsonRecord {
  const merged: Record<string, unknown> = { ...last };
  for (const [key, value] of Object.entries(detail)) if (value !== null) merged[key] = value;
  for (const key of STREAMED)
    if (typeof last[key] === "string") merged[key] = stringOf(last[key]) + stringOf(detail[key]);
  return merged;
}

/** Adds entries of a delta: pieces of one text become one entry, everything else stays as it came. */
export function addDetails(details: readonly JsonRecord[], delta: readonly JsonRecord[]): JsonRecord[] {
  const merged = [...details];
  for (const detail of delta) {
    const last = merged.at(-1);
    if (continues(last, detail)) merged[merged.length - 1] = append(last, detail);
    else merged.push(detail);
  }
  return merged;
}

/** What may be shown of an entry. */
export function detailText(detail: JsonRecord): string {
  return stringOf(detail["text"]) || stringOf(detail["summary"]);
}
