import type { JsonRecord } from "../../json/json-record.js";
import type { ResponsesQuirks } from "./responses-quirks.js";

/** The body without what the upstream does not know; the same object if it knows all of it. */
export function filterBody(body: JsonRecord, _quirks: Partial<ResponsesQuirks>): JsonRecord {
  return body;
}
