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

/** The number of lines of a text. */
export function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}
