import type { JsonRecord } from "../../json/json-record.js";
import { stringOf } from "../../json/string-of.js";

/** Nobody knows how it was called. */
const NAME = "earlier_call";
const CALL = /_call$/u;

const CALLS: Readonly<Record<string, (id: string) => JsonRecord>> = {
  function_call_output: (id) => ({ type: "function_call", call_id: id, name: NAME, arguments: "{}" }),
  custom_tool_call_output: (id) => ({ type: "custom_tool_call", call_id: id, name: NAME, input: "" }),
};

/**
 * A list in which a call stands before each output. Clients that cut the beginning of their history leave outputs alone; no upstream takes
 * these, and without them a model would ask for the same once more. The very same list if nothing is missing.
 */
export function rebuildCalls(items: readonly JsonRecord[]): readonly JsonRecord[] {
  const known = new Set<string>();
  let isWhole = true;
  const whole = items.flatMap((item) => {
    const type = stringOf(item["type"]);
    const id = stringOf(item["call_id"]);
    if (CALL.test(type)) known.add(id);
    const callOf = CALLS[type];
    if (!callOf || id === "" || known.has(id)) return [item];
    isWhole = false;
    known.add(id);
    return [callOf(id), item];
  });
  return isWhole ? items : whole;
}
