import type { ItemView } from "../conversation/item-view.js";

/** True for what is sent whatever happens: instructions to the model. */
export function isFixed({ role }: ItemView): boolean {
  return role === "system" || role === "developer";
}
