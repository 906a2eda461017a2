/** Runs tasks of the same key one after the other, in the order of the calls; other keys run beside them. */
export class KeyedQueue {
  readonly #tails = new Map<string, Promise<void>>();

  async run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const previous = this.#tails.get(key) ?? Promise.resolve();
    const result = previous.then(task);
    const tail = result.then(ignore, ignore);
    this.#tails.set(key, tail);
    try {
      return await result;
    } finally {
      if (this.#tails.get(key) === tail) this.#tails.delete(key);
    }
  }

  /** Resolves when every task that was queued before this call has ended, well or not. */
  async idle(): Promise<void> {
    await Promise.all(this.#tails.values());
  }
}

function ignore(): void {}
