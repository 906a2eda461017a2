import { contentText } from "../../conversation/same-content.js";
import { ownText } from "../../text/own-text.js";

/** Enough to tell most beginnings apart; those that are alike in it are compared. */
const KEY_CHARACTERS = 256;

/** Finds what begins with the same item, without looking at anything else. */
export class OpeningIndex<T> {
  readonly #entries = new Map<string, Map<T, number>>();

  /** Makes an entry the newest. It may be there with several lists, also with some that begin alike. */
  add(entry: T, list: readonly object[]): void {
    const key = keyOf(list);
    if (key === undefined) return;
    const entries = this.#entries.get(key) ?? new Map<T, number>();
    const before = entries.get(entry) ?? 0;
    entries.delete(entry);
    entries.set(entry, before + 1);
    this.#entries.set(key, entries);
  }

  remove(entry: T, list: readonly object[]): void {
    const key = keyOf(list);
    const entries = key === undefined ? undefined : this.#entries.get(key);
    if (key === undefined || !entries) return;
    const left = (entries.get(entry) ?? 0) - 1;
    if (left > 0) entries.set(entry, left);
    else entries.delete(entry);
    if (entries.size === 0) this.#entries.delete(key);
  }

  /** Those with a list that begins as this one does, the newest last. */
  alike(list: readonly object[]): Iterable<T> {
    const key = keyOf(list);
    return (key === undefined ? undefined : this.#entries.get(key)?.keys()) ?? [];
  }
}

const keys = new WeakMap<object, string>();

function keyOf([first]: readonly object[]): string | undefined {
  if (first === undefined) return undefined;
  let key = keys.get(first);
  if (key === undefined) {
    key = beginningOf(first);
    keys.set(first, key);
  }
  return key;
}

/** The same for items with the same content. */
function beginningOf(item: object): string {
  try {
    const text = contentText(item);
    return ownText(`${text.length} ${text.slice(0, KEY_CHARACTERS)}`);
  } catch {
    // What cannot be written down has a place of its own.
    return "";
  }
}
