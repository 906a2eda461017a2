import type { ItemView, Role } from "../../conversation/item-view.js";

/** An item of a new window: its speaker, and its position in the old one; none for a new summary. */
export interface ShownItem {
  readonly place: number | undefined;
  readonly role: Role;
  readonly calls: boolean;
}

/** The shown form of an item. */
export const shownItem = (view: ItemView, place: number | undefined): ShownItem => ({
  place,
  role: view.role,
  calls: view.calls.length > 0,
});

/**
 * The positions of a new window that need a note before them, for providers that require the user first and last
 * and refuse a call right after an assistant message (Anthropic, Gemini). Only where items were left out:
 * neighbours stay neighbours. `open` means that the old window ended with the user's side.
 */
export function gapPositions(shown: readonly ShownItem[], open: boolean): number[] {
  const positions: number[] = [];
  let before: ShownItem | undefined;
  shown.forEach((item, position) => {
    if (item.role === "system" || item.role === "developer") return;
    if (item.role === "assistant" && isRefused(item, before)) positions.push(position);
    before = item;
  });
  // A call at the end waits for its result, which is all that may follow it.
  if (open && before?.role === "assistant" && !before.calls) positions.push(shown.length);
  return positions;
}

function isRefused(item: ShownItem, before: ShownItem | undefined): boolean {
  if (before === undefined) return item.place !== 0;
  if (!item.calls || before.role !== "assistant") return false;
  return item.place === undefined || before.place !== item.place - 1;
}
