import { stringOf } from "../../formats/reading/wire-record.js";
import { entriesOf, fieldsOf } from "./fields-of.js";

/** What the Realtime API refuses of the items of a conversation: an output without its call, parts of another role. */
export function realtimeRefusals(items: readonly unknown[]): string[] {
  const open = new Set<string>();
  return items.map(fieldsOf).flatMap((item, index) => {
    const callId = stringOf(item["call_id"]);
    if (item["type"] === "function_call") open.add(callId);
    if (item["type"] === "function_call_output" && !open.delete(callId))
      return [`items[${index}]: no function call with call_id ${callId}`];
    if (item["type"] !== "message") return [];
    const wanted = item["role"] === "assistant" ? "output_" : "input_";
    return entriesOf(item["content"]).flatMap((part) =>
      stringOf(part["type"]).startsWith(wanted)
        ? []
        : [
            `items[${index}]: a part of type ${stringOf(part["type"])} in a message of ${stringOf(item["role"])}`,
          ],
    );
  });
}
