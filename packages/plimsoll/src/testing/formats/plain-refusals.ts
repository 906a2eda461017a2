import { stringOf } from "../../formats/reading/wire-record.js";
import { adjacentPairRefusals } from "./adjacent-pair-refusals.js";
import { entriesOf, fieldsOf } from "./fields-of.js";

/** Plain messages have no provider: they have to pair as those that they are made into. */
export function plainRefusals(items: readonly unknown[]): string[] {
  const messages = items.map(fieldsOf);
  return adjacentPairRefusals(
    messages.map((message) => {
      const meta = fieldsOf(message["meta"]);
      return {
        calls: entriesOf(meta["tool_calls"]).map((call) => stringOf(call["id"])),
        results: message["role"] === "tool" ? [stringOf(meta["call_id"])] : [],
        answers: message["role"] === "tool",
      };
    }),
  );
}
