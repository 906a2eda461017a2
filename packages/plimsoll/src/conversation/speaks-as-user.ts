import { isClientContext } from "./is-client-context.js";
import type { ItemView } from "./item-view.js";
import { isOwnNote } from "./is-own-note.js";

/**
 * True if the user speaks in an item. False if the item only carries tool results, as user items do in several
 * formats, or if the client or our own code wrote it. Next to results only words count: an image there is part of
 * a result.
 */
export function speaksAsUser(view: ItemView): boolean {
  if (view.role !== "user" || view.providerState || isClientContext(view.text) || isOwnNote(view))
    return false;
  return view.results.length === 0 || view.text.trim() !== "";
}
