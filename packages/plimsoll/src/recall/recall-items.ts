import type { ItemView } from "../conversation/item-view.js";

const RECALL_CALL = /(?:^|[^a-z])recall_(?:search|read|list)$/;

/**
 * The items that only call the recall tools (under any client's prefix) or answer such calls. A search must find
 * text where it was said, not in answers that repeat it. Ids may repeat, so a result answers the nearest earlier
 * call with its id, in archive order; its own call may come later.
 */
export function recallItems(views: readonly ItemView[]): ReadonlySet<ItemView> {
  const every = new Map<string, boolean>();
  for (const { name, callId } of views.flatMap(({ calls }) => calls))
    every.set(callId, (every.get(callId) ?? true) && RECALL_CALL.test(name));
  const open = new Map<string, boolean>();
  const own = new Set<ItemView>();
  for (const view of views) {
    const answered = view.results.map(({ callId }) => {
      const isOwn = every.get(callId) === true || open.get(callId) === true;
      open.delete(callId);
      return isOwn;
    });
    const called = view.calls.map(({ name }) => RECALL_CALL.test(name));
    view.calls.forEach(({ callId }, index) => open.set(callId, called[index] === true));
    const parts = [...answered, ...called];
    if (parts.length > 0 && parts.every(Boolean)) own.add(view);
  }
  return own;
}
