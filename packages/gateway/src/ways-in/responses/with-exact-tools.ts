import type { ReceivedBody } from "../../http/received-body.js";
import { parseExact } from "../../json/exact-text.js";
import { hasRounded } from "../../json/has-rounded.js";
import { isRecord } from "../../json/is-record.js";
import type { JsonRecord } from "../../json/json-record.js";

/** A body with its tools as they came, where JavaScript rounds a number in their schemas: the limits of 64 bits, mostly. */
export function withExactTools(body: JsonRecord, received: ReceivedBody): JsonRecord {
  if (!hasRounded(body["tools"])) return body;
  const exact = parseExact(received.whole.toString("utf8"));
  return isRecord(exact) ? { ...body, tools: exact["tools"] } : body;
}
