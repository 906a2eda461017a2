import { itemTexts } from "../conversation/item-text.js";
import type { ItemView, ToolCallView } from "../conversation/item-view.js";
import { jsonScalars } from "../text/json-scalars.js";
import { parseJson } from "../text/parse-json.js";

/** A value among the arguments of a call, and the key it stands under (of its list, for an entry of a list). */
export interface ArgumentValue {
  readonly key: string;
  readonly text: string;
}

const BOUNDS = { maxScalars: 5000, maxDepth: 1000 } as const;

/** The values in the arguments of a call, escapes undone; arguments that are no JSON are one value without a key. */
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

/** What a model reads of an item: its words, names and argument values of its calls, its results. */
export function readableText(view: ItemView): string {
  return itemTexts(view, callValues).join("\n");
}
