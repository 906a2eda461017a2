import { stringOf, type WireRecord } from "../../formats/reading/wire-record.js";
import { entriesOf, fieldsOf } from "./fields-of.js";

/** Calls that the client answers, by the type of the output (wire-formats 1.4). */
const CALL_OF: Readonly<Record<string, string>> = {
  function_call_output: "function_call",
  custom_tool_call_output: "custom_tool_call",
  local_shell_call_output: "local_shell_call",
  shell_call_output: "shell_call",
  apply_patch_call_output: "apply_patch_call",
  computer_call_output: "computer_call",
};
const CALLS: ReadonlySet<string> = new Set(Object.values(CALL_OF));

/** Older local shell items are known by `id` alone, on either side. */
function keysOf(item: WireRecord, type: string): string[] {
  const ids = [stringOf(item["call_id"])];
  if (type === "local_shell_call") ids.push(stringOf(item["id"]));
  return ids.filter((id) => id !== "").map((id) => `${type} ${id}`);
}

/** What the Responses API refuses of `input` (wire-formats 1.4, 6.2, 6.4; openai-sdks section 5). */
export function responsesRefusals(items: readonly unknown[]): string[] {
  const records = items.map(fieldsOf);
  return [
    ...pairRefusals(records),
    ...reasoningRefusals(records),
    ...approvalRefusals(records),
    ...records.flatMap((item, index) => itemRefusals(item).map((refusal) => `input[${index}]: ${refusal}`)),
    ...duplicateIds(records),
    ...triggerRefusals(records),
  ];
}

/** "No tool output found for function call …", "No tool call found for function call output with call_id …". */
function pairRefusals(items: readonly WireRecord[]): string[] {
  const refusals: string[] = [];
  const open: string[][] = [];
  // A reference stands for an item that the server has: it may be the call.
  let onServer = items.filter(({ type }) => type === "item_reference").length;
  for (const item of items) {
    const type = stringOf(item["type"]);
    if (CALLS.has(type)) {
      const keys = keysOf(item, type);
      if (open.some((known) => known.some((key) => keys.includes(key))))
        refusals.push(`the id of ${keys.join(", ")} waits for its output already`);
      open.push(keys);
    }
    const callType = CALL_OF[type];
    if (callType === undefined) continue;
    const keys = keysOf(item, callType);
    const found = open.findIndex((known) => known.some((key) => keys.includes(key)));
    if (found >= 0) open.splice(found, 1);
    else if (onServer > 0) onServer -= 1;
    else refusals.push(`No tool call found for ${type} with call_id ${keys.join(", ")}.`);
  }
  return [...refusals, ...open.map((keys) => `No tool output found for ${keys.join(", ")}.`)];
}

/** "Item 'rs_…' of type 'reasoning' was provided without its required following item." */
function reasoningRefusals(items: readonly WireRecord[]): string[] {
  return items.flatMap((item, index) =>
    item["type"] === "reasoning" && !isModelOutput(items[index + 1])
      ? [
          `Item '${stringOf(item["id"])}' of type 'reasoning' was provided without its required following item.`,
        ]
      : [],
  );
}

function isModelOutput(item: WireRecord | undefined): boolean {
  const type = stringOf(item?.["type"]);
  if (item === undefined || Object.hasOwn(CALL_OF, type)) return false;
  if (type === "message" || type === "") return item["role"] === "assistant";
  return type !== "compaction_trigger" && type !== "mcp_approval_response";
}

/** An approval answers a request that stands before it. */
function approvalRefusals(items: readonly WireRecord[]): string[] {
  const asked = new Set<string>();
  return items.flatMap((item) => {
    if (item["type"] === "mcp_approval_request") asked.add(stringOf(item["id"]));
    const answered = stringOf(item["approval_request_id"]);
    return item["type"] === "mcp_approval_response" && !asked.has(answered)
      ? [`No approval request found with id ${answered}.`]
      : [];
  });
}

/** "Invalid value: 'input_text'. Supported values are: 'output_text' and 'refusal'.", and the other way round. */
function itemRefusals(item: WireRecord): string[] {
  const type = stringOf(item["type"]);
  if (stringOf(item["call_id"]).length > 64) return ["call_id is longer than 64 characters"];
  if (type !== "message" && (type !== "" || item["role"] === undefined)) return [];
  const { content, role } = item;
  if (typeof content === "string") return [];
  if (!Array.isArray(content)) return ["content is neither a text nor a list"];
  const said = role === "assistant";
  return entriesOf(content).flatMap((part) => {
    const kind = stringOf(part["type"]);
    const fits = said ? kind === "output_text" || kind === "refusal" : kind.startsWith("input_");
    return fits ? [] : [`Invalid value: '${kind}' in a message of ${stringOf(role)}.`];
  });
}

/** "Duplicate item found with id …. Remove duplicate items from your input and try again." */
function duplicateIds(items: readonly WireRecord[]): string[] {
  const seen = new Set<string>();
  return items.flatMap((item) => {
    const id = item["type"] === "local_shell_call_output" ? "" : stringOf(item["id"]);
    if (id === "") return [];
    const refused = seen.has(id) ? [`Duplicate item found with id ${id}.`] : [];
    seen.add(id);
    return refused;
  });
}

/** A compaction trigger is the last item, and the only one (wire-formats 3.2). */
function triggerRefusals(items: readonly WireRecord[]): string[] {
  return items
    .slice(0, -1)
    .flatMap(({ type }) =>
      type === "compaction_trigger" ? ["compaction_trigger is not the last item"] : [],
    );
}
