import { stringOf, type WireRecord } from "../wire-record.js";
import { ApiError } from "./api-error.js";
import type { ResponseStore } from "./response-store.js";

/** Calls that the client executes, and the type of their outputs. */
const OUTPUT_TYPES: ReadonlyMap<string, string> = new Map([
  ["function_call", "function_call_output"],
  ["custom_tool_call", "custom_tool_call_output"],
  ["local_shell_call", "local_shell_call_output"],
  ["shell_call", "shell_call_output"],
  ["apply_patch_call", "apply_patch_call_output"],
  ["computer_call", "computer_call_output"],
]);
const CALL_TYPES: ReadonlyMap<string, string> = new Map(
  [...OUTPUT_TYPES].map(([call, output]) => [output, call]),
);

const invalid = (message: string): ApiError => new ApiError(message, { param: "input" });
const words = (type: string): string => type.replaceAll("_", " ");

/** Local shell outputs carry the id of their call in `id`. */
function callIdOf(item: WireRecord): string {
  return stringOf(item["call_id"]) || stringOf(item["id"]);
}

/** True for a call that only the client can answer. */
export function isClientCall(item: WireRecord): boolean {
  return OUTPUT_TYPES.has(stringOf(item["type"]));
}

function checkPairs(items: readonly WireRecord[]): void {
  const open = new Map<string, string>();
  const known = new Set<string>();
  for (const item of items) {
    const type = stringOf(item["type"]);
    const callType = CALL_TYPES.get(type);
    if (isClientCall(item)) {
      known.add(`${type} ${callIdOf(item)}`);
      open.set(`${type} ${callIdOf(item)}`, `${words(type)} ${callIdOf(item)}`);
    } else if (callType !== undefined) {
      const key = `${callType} ${callIdOf(item)}`;
      if (!known.has(key)) {
        throw invalid(`No tool call found for ${words(type)} with call_id ${callIdOf(item)}.`);
      }
      open.delete(key);
    }
  }
  for (const call of open.values()) throw invalid(`No tool output found for ${call}.`);
}

function isModelOutput(item: WireRecord | undefined): boolean {
  if (item === undefined) return false;
  const type = stringOf(item["type"]);
  if (type === "message") return item["role"] === "assistant";
  return !CALL_TYPES.has(type) && type !== "compaction_trigger" && type !== "item_reference";
}

/** The server knows only of stored items what they were written after. */
function requiredReasoning(store: ResponseStore, id: string): string | undefined {
  const sent = store.findItem(id);
  return sent?.isStored === true ? sent.reasoningId : undefined;
}

function checkReasoning(items: readonly WireRecord[], store: ResponseStore): void {
  const ids = new Set<string>();
  for (const [index, item] of items.entries()) {
    const id = stringOf(item["id"]);
    const type = stringOf(item["type"]);
    if (type === "reasoning" && !isModelOutput(items[index + 1])) {
      throw invalid(`Item '${id}' of type 'reasoning' was provided without its required following item.`);
    }
    if (id === "") continue;
    if (ids.has(id)) {
      throw invalid(
        `Duplicate item found with id ${id}. Remove duplicate items from your input and try again.`,
      );
    }
    ids.add(id);
    const reasoningId = type === "message" || isClientCall(item) ? requiredReasoning(store, id) : undefined;
    if (reasoningId !== undefined && !ids.has(reasoningId)) {
      throw invalid(
        `Item '${id}' of type '${type}' was provided without its required 'reasoning' item: '${reasoningId}'.`,
      );
    }
  }
}

/** Refuses a list whose calls, outputs and reasoning do not stand together. Throws `ApiError`. */
export function checkSequence(items: readonly WireRecord[], store: ResponseStore): void {
  checkReasoning(items, store);
  checkPairs(items);
}
