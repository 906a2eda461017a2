import { isRecord } from "../../text/is-record.js";

/** A JSON object of unknown shape. */
export type WireRecord = Readonly<Record<string, unknown>>;

/** The value if it is a string, otherwise the empty string. */
export function stringOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

const NO_META: WireRecord = Object.freeze({});

/** The item's own `meta` or `metadata` object, or an empty one. */
export function metaOf(record: WireRecord): WireRecord {
  if (isRecord(record["meta"])) return record["meta"];
  if (isRecord(record["metadata"])) return record["metadata"];
  return NO_META;
}
