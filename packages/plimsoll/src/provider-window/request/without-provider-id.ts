import { isCompactionItem, itemType, payloadOf, type WindowItem } from "../window/window-item.js";

/** Which ids go. `provider`: those of items that the provider may not have kept; `all`: of encrypted items too. */
export type StripScope = "provider" | "all";

/** Items that say nothing without their id, or that the API refuses without it. */
const NEEDS_ID: ReadonlySet<string> = new Set([
  "item_reference",
  "mcp_approval_request",
  "mcp_call",
  "mcp_list_tools",
  "web_search_call",
  "file_search_call",
  "code_interpreter_call",
  "image_generation_call",
]);
/** Older items of these types pair by `id` if they have no `call_id`. */
const PAIRS_BY_ID: ReadonlySet<string> = new Set(["local_shell_call", "local_shell_call_output"]);

/**
 * An item for a provider that stores nothing: without the id under which it would look the item up. The pairing
 * id of a call and its output stays, copied from the id if the provider sent only that. The same object if
 * nothing changes.
 */
export function withoutProviderId(item: WindowItem, scope: StripScope = "provider"): WindowItem {
  const type = itemType(item);
  const { id, ...rest } = item;
  if (id === undefined || NEEDS_ID.has(type)) return item;
  if (isCompactionItem(item) && scope === "provider") return item;
  const pairs = PAIRS_BY_ID.has(type) && typeof id === "string" && (item["call_id"] ?? "") === "";
  return pairs ? { ...rest, call_id: id } : rest;
}

/**
 * A list for a provider that stores nothing. Omits reasoning that has only an id, which means nothing there.
 */
export function withoutProviderIds(items: readonly WindowItem[], scope: StripScope): WindowItem[] {
  return items
    .filter((item) => itemType(item) !== "reasoning" || payloadOf(item) !== undefined)
    .map((item) => withoutProviderId(item, scope));
}
