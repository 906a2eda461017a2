import { itemId } from "../../conversation/item-id.js";

/**
 * How items are known where a framework changes them between two requests: an id that is there while a run lasts and not
 * when its history is read back, a text that comes back as a part. The engine is given each item without that, and what
 * it keeps is sent as the framework gave it.
 */
export class ItemIdentity<W extends object> {
  readonly #canonical: (item: W) => W;
  readonly #known = new WeakMap<W, W>();
  /** Everything that was ever given to the engine: what is not here, it made itself. */
  readonly #made = new WeakSet<W>();

  /** @param canonical the item without what may differ; the item itself where there is nothing of that kind */
  constructor(canonical: (item: W) => W) {
    this.#canonical = canonical;
  }

  /** The items as they are known, and the way back for a list that was made of them. */
  read(items: readonly W[]): { readonly known: W[]; restore(list: readonly W[]): W[] } {
    const known = items.map((item) => this.#of(item));
    const originals = new Map<W, W>();
    known.forEach((item, index) => originals.set(item, items[index] as W));
    let byId: Map<string, W> | undefined;
    const restore = (item: W): W => {
      const original = originals.get(item);
      if (original) return original;
      const isEarlier = this.#made.has(item);
      if (!isEarlier) return item;
      byId ??= new Map(known.map((one) => [itemId(one), originals.get(one) as W]));
      return byId.get(itemId(item)) ?? item;
    };
    return { known, restore: (list) => list.map(restore) };
  }

  #of(item: W): W {
    let known = this.#known.get(item);
    if (known === undefined) {
      known = this.#canonical(item);
      if (known !== item) this.#known.set(item, known);
      this.#made.add(known);
    }
    return known;
  }
}
