import type { ItemView } from "../conversation/item-view.js";

/** All that can be read of an item, as one text: its words, its calls, its results. */
export function itemText(view: ItemView): string {
  return [
    view.text,
    view.reasoning,
    ...view.calls.map((call) => `${call.name} ${call.arguments}`),
    ...view.results.map((result) => result.text),
  ]
    .filter((part) => part !== "")
    .join("\n");
}
