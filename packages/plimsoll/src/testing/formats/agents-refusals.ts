import { stringOf, type WireRecord } from "../../formats/reading/wire-record.js";
import { responsesRefusals } from "./responses-refusals.js";
import { entriesOf, fieldsOf } from "./fields-of.js";

const WIRE_TYPES: Readonly<Record<string, string>> = {
  function_call_result: "function_call_output",
  computer_call_result: "computer_call_output",
};

/**
 * What the Responses API refuses of what the Agents SDK sends for these items: types and the id of a call are written in
 * its own way there, the rest is the same (openai-sdks 1.1).
 */
export function agentsRefusals(items: readonly unknown[]): string[] {
  return responsesRefusals(items.map(fieldsOf).map(onTheWire));
}

function onTheWire(item: WireRecord): WireRecord {
  const type = stringOf(item["type"]);
  const { callId, content, ...rest } = item;
  return {
    ...rest,
    ...(type === "" ? {} : { type: WIRE_TYPES[type] ?? type }),
    ...(typeof callId === "string" ? { call_id: callId } : {}),
    ...(Array.isArray(content) ? { content: entriesOf(content) } : { content }),
  };
}
