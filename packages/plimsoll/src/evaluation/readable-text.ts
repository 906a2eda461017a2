import { itemTexts } from "../conversation/item-text.js";
import type { ItemView, ToolCallView } from "../conversation/item-view.js";
import { jsonScalars } from "../text/json-scalars.js";
import { parseJson } from "../text/parse-json.js";

/** A value in the arguments of a call, with its key (for a list entry, the key of the list). */
export interface ArgumentValue {
  readonly key: string;
  readonly text: string;
}

const BOUNDS = { maxScalars: 5000, maxDepth: 1000 } as const;

/**
 * The values in the arguments of a call, unescaped; arguments that are not JSON are one value without a key.
 */
export function argumentValues(json: string): ArgumentValue[] {
  const parsed = parseJson(json);
  const values =
    parsed === undefined
      ? [{ key: "", text: json }]
      : jsonScalars(parsed, BOUNDS).map(({ key, value }) => ({ key, text: String(value) }));
  return values.filter(({ text }) => text !== "");
}

const callValues = ({ name, arguments: json }: ToolCallView): string =>
  [name, ...argumentValues(json).map(({ text }) => text)].filter((text) => text !== "").join("\n");

/** The text of an item that a model reads: its words, names and argument values of its calls, its results. */
export function readableText(view: ItemView): string {
  return itemTexts(view, callValues).join("\n");
}
