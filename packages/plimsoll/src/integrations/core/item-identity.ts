import { itemId } from "../../conversation/item-id.js";

/**
 * Identifies items that a framework changes between two requests: an id that exists only during a run, a text
 * that comes back as a part. The engine gets each item without these, and kept items are sent as the framework
 * passed them.
 */
export class ItemIdentity<W extends object> {
  readonly #canonical: (item: W) => W;
  readonly #known = new WeakMap<W, W>();
  /** Everything ever passed to the engine: any other item was made by the engine. */
  readonly #made = new WeakSet<W>();

  /** @param canonical the item without what may differ; the same item if nothing may */
  constructor(canonical: (item: W) => W) {
    this.#canonical = canonical;
  }

  /** The items in canonical form, and the way back for a list made of them. */
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
