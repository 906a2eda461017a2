import type { ItemView } from "../conversation/item-view.js";

/** True for items that are always sent: instructions to the model. */
export function isFixed({ role }: ItemView): boolean {
  return role === "system" || role === "developer";
}
