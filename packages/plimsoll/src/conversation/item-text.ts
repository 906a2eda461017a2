import type { ItemView, ToolCallView } from "./item-view.js";

/** A call by its name and its arguments as they were sent. */
const callText = (call: ToolCallView): string => `${call.name} ${call.arguments}`;

/**
 * All readable texts of an item: its words, reasoning, calls and results, none empty. By default a call reads as
 * its name and arguments.
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
 * All readable text of an item, each part starting on a new line. A part that ends with a newline gets no second
 * one: the lines of the text are the lines of its parts.
 */
export function itemText(view: ItemView): string {
  return itemTexts(view).reduce(
    (text, part) => (text === "" || text.endsWith("\n") ? text + part : `${text}\n${part}`),
    "",
  );
}
