import { itemText } from "../conversation/item-text.js";
import type { ItemView } from "../conversation/item-view.js";
import type { DocumentPart, PassageKind } from "./ranking/passage-index.js";

/** The parts of an item's text by who speaks in them, at their places in `itemText`. */
export function itemParts(view: ItemView): DocumentPart[] {
  const said: PassageKind = view.role === "user" ? "user" : view.role === "tool" ? "tool" : "assistant";
  const texts: readonly (readonly [PassageKind, string])[] = [
    [said, view.text],
    ["assistant", view.reasoning],
    ...view.calls.map((call) => ["call", `${call.name} ${call.arguments}`] as const),
    ...view.results.map((result) => ["tool", result.text] as const),
  ];
  const whole = itemText(view);
  const parts: DocumentPart[] = [];
  let end = 0;
  for (const [kind, text] of texts) {
    const start = text === "" ? -1 : whole.indexOf(text, end);
    if (start === -1) continue;
    parts.push({ kind, text, start });
    end = start + text.length;
  }
  return parts;
}
