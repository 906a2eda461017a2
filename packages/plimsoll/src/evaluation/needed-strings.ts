import { isOwnNote } from "../conversation/is-own-note.js";
import type { ItemView } from "../conversation/item-view.js";
import { type CallString, callStrings } from "./call-strings.js";
import { readableText } from "./readable-text.js";
import { TextIndex } from "./text-index.js";

export interface NeedSource {
  /** The part before the cut that may be compacted. */
  readonly prefix: TextIndex;
  /** What is always sent: instructions and system items. */
  readonly fixed: TextIndex;
  /** The items after the cut. */
  readonly later: readonly ItemView[];
  /** True if so many other sessions contain the string that it says nothing about this one. */
  isCommon(string: string): boolean;
}

/** Enough to measure, and a bound for hostile files. */
const MAX_NEEDED = 2000;
const MAX_LOOKED_AT = 10_000;

/**
 * What later calls take from memory: strings of their arguments that occur in the prefix, that nobody repeated
 * between the cut and their first use, and that are particular to this session.
 */
export function neededStrings(source: NeedSource): CallString[] {
  const supplies = new TextIndex(source.later.map(suppliedText));
  const seen = new Set<string>();
  const needed: CallString[] = [];
  for (const [position, view] of source.later.entries()) {
    for (const string of view.calls.flatMap(callStrings)) {
      if (seen.has(string.text) || seen.size >= MAX_LOOKED_AT || needed.length >= MAX_NEEDED) continue;
      seen.add(string.text);
      if (!source.prefix.has(string.text) || supplies.has(string.text, position)) continue;
      if (!source.fixed.has(string.text) && !source.isCommon(string.text)) needed.push(string);
    }
  }
  return needed;
}

/** What an item tells the model from outside: a user's words, the output of a tool. */
function suppliedText(view: ItemView): string {
  if (isOwnNote(view)) return "";
  if (view.role === "user" && view.results.length === 0) return readableText(view);
  return view.results.map((result) => result.text).join("\n");
}
