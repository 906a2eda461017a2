import { itemType, isCompactionItem, payloadOf, type WindowItem } from "./window-item.js";
import { withoutProviderId } from "../request/without-provider-id.js";

/**
 * A list without anything that only one provider can read: encrypted items and reasoning, and the ids under which
 * the others were stored with them. `standIn` gives what takes the place of an encrypted item; nothing if what it
 * stood for is in the list itself.
 */
export function rebuildItems(
  list: readonly WindowItem[],
  standIn: (payload: string) => WindowItem | undefined,
): WindowItem[] {
  return list.flatMap((item): WindowItem[] => {
    if (isCompactionItem(item)) {
      const instead = standIn(payloadOf(item) ?? "");
      return instead ? [instead] : [];
    }
    return itemType(item) === "reasoning" ? [] : [withoutProviderId(item, "all")];
  });
}
