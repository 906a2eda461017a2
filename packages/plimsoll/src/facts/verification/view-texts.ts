import { itemTexts } from "../../conversation/item-text.js";
import type { ItemView } from "../../conversation/item-view.js";

const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))/g;
const CONTROL: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

/** A text of JSON as its reader sees it: escapes undone, wherever they stand. */
const withoutEscapes = (text: string): string =>
  text.replace(ESCAPE, (_, code: string | undefined, character: string | undefined) =>
    code === undefined
      ? (CONTROL[character ?? ""] ?? character ?? "")
      : String.fromCharCode(Number.parseInt(code, 16)),
  );

/** Items without their outputs, and the outputs alone: an output may give way to evidence where it stands. */
export function apartFromOutputs(views: readonly ItemView[]): {
  readonly messages: readonly ItemView[];
  readonly outputs: readonly ItemView[];
} {
  const messages = views.map((view) => (view.results.length === 0 ? view : { ...view, results: [] }));
  const outputs = views
    .filter(({ results }) => results.length > 0)
    .map((view) => ({ ...view, text: "", reasoning: "", calls: [] }));
  return { messages, outputs };
}

/** Everything that items say, one text after the other: JSON both as it stands there and with its escapes undone. */
export function viewTexts(views: Iterable<ItemView>): string[] {
  const texts: string[] = [];
  const add = (text: string): void => {
    if (text === "") return;
    texts.push(text);
    if (text.includes("\\")) texts.push(withoutEscapes(text));
  };
  for (const view of views) {
    for (const text of itemTexts(view)) add(text);
    for (const { callId } of view.calls) add(callId);
    for (const { name, callId } of view.results) {
      add(name);
      add(callId);
    }
  }
  return texts;
}
