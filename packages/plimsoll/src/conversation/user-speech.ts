import { isClientContext } from "./client-context.js";
import type { ItemView } from "./item-view.js";

/**
 * True if the user speaks in an item: not where the item only carries tool results, as user items do in several formats,
 * and not where the client wrote it itself. Beside results only words count: an image there is part of a result.
 */
export function speaksAsUser(view: ItemView): boolean {
  if (view.role !== "user" || view.providerState || isClientContext(view.text)) return false;
  return view.results.length === 0 || view.text.trim() !== "";
}
