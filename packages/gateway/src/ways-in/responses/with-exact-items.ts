import type { ReceivedBody } from "../../http/received-body.js";
import { parseExact } from "../../json/exact-text.js";
import { hasRounded } from "../../json/has-rounded.js";
import { isRecord } from "../../json/is-record.js";
import type { JsonRecord } from "../../json/json-record.js";

/** The items of a request, and the body that they came in. */
export interface ItemsAsTheyCame {
  readonly input: readonly JsonRecord[];
  readonly received: ReceivedBody;
}

/** Where calls have an object in place of the text that most have. */
const OBJECTS = ["arguments", "action", "operation"];

/** Items as they came, where JavaScript rounds a number in the object of a call. */
export function withExactItems<T extends object>(
  items: readonly T[],
  { input, received }: ItemsAsTheyCame,
): readonly T[] {
  if (!items.some((item) => OBJECTS.some((name) => hasRounded((item as JsonRecord)[name])))) return items;
  const exact = parseExact(received.whole.toString("utf8"));
  const list = isRecord(exact) && Array.isArray(exact["input"]) ? (exact["input"] as T[]) : [];
  const came = new Map(input.map((item, index) => [item as object, list[index]]));
  return items.map((item) => came.get(item) ?? item);
}
