import { itemId } from "../conversation/item-id.js";

/** What `protect` stores: an item's id under a key. */
export interface Protection {
  readonly key: string;
  readonly itemId: string;
}

/** The pinned layer of a session's memory: items that never leave the window until their key is given to another. */
export class ProtectedItems {
  readonly #byKey = new Map<string, string>();
  readonly #ids = new Set<string>();

  /** Protects an item; one that was protected under the same key no longer is. Without a key the item is its own. */
  protect(item: object, key?: string): Protection {
    const id = itemId(item);
    const protection = { key: key ?? id, itemId: id };
    this.restore(protection);
    return protection;
  }

  /** Takes up a protection that was stored before. */
  restore(protection: Protection): void {
    this.#byKey.set(protection.key, protection.itemId);
    this.#ids.clear();
    for (const id of this.#byKey.values()) this.#ids.add(id);
  }

  has(item: object): boolean {
    return this.#ids.size > 0 && this.#ids.has(itemId(item));
  }

  get size(): number {
    return this.#byKey.size;
  }
}
