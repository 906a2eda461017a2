import type { ReceivedBody } from "../../http/received-body.js";
import { hasLongNumbers, parseExact } from "../../json/exact-text.js";
import type { JsonRecord } from "../../json/json-record.js";

/** What is to be sent in place of what came. */
export interface ChangedRequest {
  readonly model: string;
  readonly messages: readonly object[];
}

/** Changes a request without rounding the numbers in it, ids in the input of a tool or limits in a schema, as far as they came. */
export function exactRequest(
  received: ReceivedBody,
  body: JsonRecord,
  { model, messages }: ChangedRequest,
): JsonRecord {
  const text = received.whole.toString("utf8");
  if (!hasLongNumbers(text)) return { ...body, model, messages };
  const exact = parseExact(text) as JsonRecord;
  const given = body["messages"] as readonly object[];
  const same = new Map(given.map((message, index) => [message, (exact["messages"] as object[])[index]]));
  return { ...exact, model, messages: messages.map((message) => same.get(message) ?? message) };
}
