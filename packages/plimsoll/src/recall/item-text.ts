import type { ItemView } from "../conversation/item-view.js";

/**
 * All that can be read of an item, as one text: its words, its calls, its results, each from a line of its own. A part
 * that ends with a newline is not followed by another one: the lines of the text are the lines of its parts.
 */
export function itemText(view: ItemView): string {
  return [
    view.text,
    view.reasoning,
    ...view.calls.map((call) => `${call.name} ${call.arguments}`),
    ...view.results.map((result) => result.text),
  ]
    .filter((part) => part !== "")
    .reduce((text, part) => (text === "" || text.endsWith("\n") ? text + part : `${text}\n${part}`), "");
}
