import { CompactError } from "../errors/compact-error.js";
import { ownText } from "../text/own-text.js";
import { sha256 } from "../text/sha256.js";
import { plainValue } from "../text/plain-value.js";

/** Deeper nesting is refused: it would exhaust the stack of JSON.stringify, here and in every client. */
export const MAX_ITEM_DEPTH = 512;

/**
 * A text that is equal for two items exactly if their JSON is, whatever the order of their keys. Strings
 * are prefixed by their length instead of being escaped, which keeps this linear and fast.
 */
export function canonicalText(given: unknown, depth: number = 0): string {
  const value = plainValue(given);
  if (typeof value === "string") return `s${value.length}:${value}`;
  if (value === null || typeof value !== "object") return `${typeof value}:${String(value)};`;
  if (depth >= MAX_ITEM_DEPTH) {
    throw new CompactError(
      "INVALID_INPUT",
      `An item is nested deeper than ${MAX_ITEM_DEPTH} levels; send it as text instead.`,
    );
  }
  if (Array.isArray(value)) {
    let text = "[";
    for (const entry of value) text += canonicalText(entry === undefined ? null : entry, depth + 1);
    return `${text}]`;
  }
  const record = value as Record<string, unknown>;
  let text = "{";
  for (const key of Object.keys(record).sort()) {
    if (record[key] === undefined || typeof record[key] === "function") continue;
    text += `k${key.length}:${key}${canonicalText(record[key], depth + 1)}`;
  }
  return `${text}}`;
}

const ids = new WeakMap<object, string>();

/**
 * The archive id of an item: derived from its content, so the same item has the same id in every process,
 * and an item sent again is recognised. Cached per object.
 */
export function itemId(wire: object): string {
  let id = ids.get(wire);
  if (id === undefined) {
    id = ownText(`item_${sha256(canonicalText(wire)).slice(0, 32)}`);
    ids.set(wire, id);
  }
  return id;
}

/** Records that an item changed only by its host has the id that it was archived under. */
export function knownAs(wire: object, id: string): void {
  ids.set(wire, id);
}

/** Gives the id of an item to the one that replaces it, if that id was ever used. */
export function carryId(before: object, now: object): void {
  const id = ids.get(before);
  if (id !== undefined && before !== now) ids.set(now, id);
}

/** One digest for a list of items, by their ids. */
export function listHash(itemIds: readonly string[]): string {
  return sha256(itemIds.join("\n"));
}
