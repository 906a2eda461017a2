import { pairingId } from "../../formats/responses/responses-tool-call.js";
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

/**
 * The item with the pairing id of a call or output, copied from its id if the provider sent only that. The same
 * object if nothing changes.
 */
export function withCallId(item: WindowItem): WindowItem {
  const callId = pairingId(item);
  return callId === "" || item["call_id"] === callId ? item : { ...item, call_id: callId };
}

/**
 * An item for a provider that stores nothing: without the id under which it would look the item up. The pairing
 * id of a call and its output stays, copied from the id if the provider sent only that. The same object if
 * nothing changes.
 */
export function withoutProviderId(item: WindowItem, scope: StripScope = "provider"): WindowItem {
  const type = itemType(item);
  if (item["id"] === undefined || NEEDS_ID.has(type)) return item;
  if (isCompactionItem(item) && scope === "provider") return item;
  const { id: _id, ...named } = withCallId(item);
  return named;
}

/**
 * A list for a provider that stores nothing. Omits reasoning that has only an id, which means nothing there.
 */
export function withoutProviderIds(items: readonly WindowItem[], scope: StripScope): WindowItem[] {
  return items
    .filter((item) => itemType(item) !== "reasoning" || payloadOf(item) !== undefined)
    .map((item) => withoutProviderId(item, scope));
}
