import type { ItemView } from "../../conversation/item-view.js";
import type { Format, ItemParts } from "../../formats/format.js";
import { madeOnce } from "../made-once.js";

/**
 * An item without these calls and results; the same object on every call. Undefined if it holds nothing else,
 * `inseparable` if the format cannot separate them from others that stay.
 */
export function restOfItem<W extends object>(
  item: W,
  parts: ItemParts,
  format: Format<W>,
): W | "inseparable" | undefined {
  const { calls, results } = format.view(item);
  if (parts.calls.size === calls.length && parts.results.size === results.length)
    return wordsOfItem(item, format);
  if (!format.withoutParts) return "inseparable";
  const purpose = `${format.name} without ${[...parts.calls].join()} ${[...parts.results].join()}`;
  return madeOnce(item, purpose, () => format.withoutParts?.(item, parts));
}

/** An item without any call or result; undefined if nothing is left. */
export function wordsOfItem<W extends object>(item: W, format: Format<W>): W | undefined {
  return madeOnce(item, `${format.name} words`, () => wordsOf(item, format));
}

function wordsOf<W extends object>(item: W, format: Format<W>): W | undefined {
  const view = format.view(item);
  if (!speaks(view)) return undefined;
  const { role, text, calls, results } = view;
  if (format.withoutParts && calls.length + results.length > 0) {
    const rest = format.withoutParts(item, {
      calls: new Set(calls.keys()),
      results: new Set(results.keys()),
    });
    return speaks(format.view(rest)) ? rest : undefined;
  }
  if (text === "" || role === "tool") return calls.length + results.length === 0 ? item : undefined;
  return format.message(role, text);
}

/** True if there is something to read or see besides calls, results and reasoning. */
const speaks = ({ text, attachments }: ItemView): boolean =>
  text !== "" || attachments.some(({ kind }) => kind !== "encrypted");
