import { contentId } from "../../conversation/same-content.js";
import { itemId } from "../../conversation/item-id.js";

/** The stored form of `protect`: an item's id under a key. */
export interface Protection {
  readonly key: string;
  readonly itemId: string;
  /** The digest of the item's content; absent in entries of earlier releases. */
  readonly content?: string;
}

/** In place of an item's id: nothing is protected under this key any more. */
const RELEASED = "";

/** The pinned layer of a session's memory: items that never leave the window until their key is given to another. */
export class ProtectedItems {
  readonly #byKey = new Map<string, Protection>();
  readonly #ids = new Set<string>();
  readonly #contents = new Set<string>();

  /**
   * Protects an item and releases an earlier one under the same key. Without a key the item itself is the key.
   */
  protect(item: object, key?: string): Protection {
    const id = itemId(item);
    const protection = { key: key ?? id, itemId: id, content: contentId(item) };
    this.restore(protection);
    return protection;
  }

  /** Releases an item, whatever its keys are; returns what to store of that, one for each key. */
  release(id: string): Protection[] {
    const released = this.all
      .filter(({ itemId: protectedId }) => protectedId === id)
      .map(({ key }) => ({ key, itemId: RELEASED }));
    for (const protection of released) this.restore(protection);
    return released;
  }

  /** Takes up a protection, or the release of one, that was stored before. */
  restore(protection: Protection): void {
    if (protection.itemId === RELEASED) this.#byKey.delete(protection.key);
    else this.#byKey.set(protection.key, protection);
    this.#ids.clear();
    this.#contents.clear();
    for (const { itemId: id, content } of this.#byKey.values()) {
      this.#ids.add(id);
      if (content !== undefined) this.#contents.add(content);
    }
  }

  has(item: object): boolean {
    if (this.#ids.size === 0) return false;
    return this.#ids.has(itemId(item)) || (this.#contents.size > 0 && this.#contents.has(contentId(item)));
  }

  /** All of them, the one that was protected first first. */
  get all(): readonly Protection[] {
    return [...this.#byKey.values()];
  }

  get size(): number {
    return this.#byKey.size;
  }
}
