/** A map of the newest entries: setting one makes it the newest, and beyond the bound the oldest goes. */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #maxEntries: number;
  readonly #onForgotten: ((key: K, value: V) => void) | undefined;

  constructor(maxEntries: number, onForgotten?: (key: K, value: V) => void) {
    super();
    this.#maxEntries = maxEntries;
    this.#onForgotten = onForgotten;
  }

  override set(key: K, value: V): this {
    this.delete(key);
    super.set(key, value);
    if (this.size > this.#maxEntries) this.#forgetOldest();
    return this;
  }

  #forgetOldest(): void {
    for (const [key, value] of this) {
      this.delete(key);
      this.#onForgotten?.(key, value);
      return;
    }
  }
}
