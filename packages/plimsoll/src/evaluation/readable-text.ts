import { isRecord } from "../text/is-record.js";
import type { ItemView } from "../conversation/item-view.js";

/** A value among the arguments of a call, and the key it stands under (of its list, for an entry of a list). */
export interface ArgumentValue {
  readonly key: string;
  readonly text: string;
}

const MAX_VALUES = 5000;

/** The values in the arguments of a call, escapes undone; arguments that are no JSON are one value without a key. */
export function argumentValues(json: string): ArgumentValue[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    return json === "" ? [] : [{ key: "", text: json }];
  }
  const values: ArgumentValue[] = [];
  const waiting: { readonly key: string; readonly value: unknown }[] = [{ key: "", value: parsed }];
  while (values.length < MAX_VALUES) {
    const next = waiting.pop();
    if (next === undefined) break;
    const { key, value } = next;
    if (Array.isArray(value)) {
      for (const entry of value.toReversed() as unknown[]) waiting.push({ key, value: entry });
    } else if (isRecord(value)) {
      for (const [name, entry] of Object.entries(value).toReversed())
        waiting.push({ key: name, value: entry });
    } else if (value !== null && value !== "") {
      values.push({ key, text: String(value) });
    }
  }
  return values;
}

/** What a model reads of an item: its words, names and argument values of its calls, its results. */
export function readableText(view: ItemView): string {
  return [
    view.text,
    view.reasoning,
    ...view.calls.flatMap((call) => [call.name, ...argumentValues(call.arguments).map(({ text }) => text)]),
    ...view.results.map((result) => result.text),
  ]
    .filter((part) => part !== "")
    .join("\n");
}
