import type { ItemView, ToolCallView } from "./item-view.js";

/** A call by its name and its arguments as they were sent. */
const callText = (call: ToolCallView): string => `${call.name} ${call.arguments}`;

/**
 * All that can be read of an item: its words, its reasoning, its calls, its results, each a text of its own, none empty.
 * A call reads as its name and its arguments unless told otherwise.
 */
export function itemTexts(view: ItemView, textOf: (call: ToolCallView) => string = callText): string[] {
  return [
    view.text,
    view.reasoning,
    ...view.calls.map(textOf),
    ...view.results.map((result) => result.text),
  ].filter((part) => part !== "");
}

/**
 * All that can be read of an item, as one text, each part from a line of its own. A part that ends with a newline is not
 * followed by another one: the lines of the text are the lines of its parts.
 */
export function itemText(view: ItemView): string {
  return itemTexts(view).reduce(
    (text, part) => (text === "" || text.endsWith("\n") ? text + part : `${text}\n${part}`),
    "",
  );
}
