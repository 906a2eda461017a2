import type { JsonRecord } from "../../json/json-record.js";
import { stringOf } from "../../json/string-of.js";

const PREFIXES: Readonly<Record<string, string>> = {
  message: "msg",
  reasoning: "rs",
  function_call: "fc",
  function_call_output: "fco",
  custom_tool_call: "ctc",
  custom_tool_call_output: "ctco",
};

/** Items as they are kept: each has an id and says what it is. */
export function withItemIds(items: readonly JsonRecord[], newId: (prefix: string) => string): JsonRecord[] {
  return items.map((item) => {
    const type = stringOf(item["type"]) || "message";
    if (stringOf(item["id"]) !== "" && item["type"] === type) return item;
    return { ...item, type, id: stringOf(item["id"]) || newId(PREFIXES[type] ?? "item") };
  });
}
