/** Runs tasks of the same key one after the other, in the order of the calls; other keys run beside them. */
export class KeyedQueue {
  readonly #tails = new Map<string, Promise<void>>();
  readonly #queued = new Map<string, number>();

  async run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const previous = this.#tails.get(key) ?? Promise.resolve();
    const result = previous.then(task);
    const tail = result.then(ignore, ignore);
    this.#tails.set(key, tail);
    this.#queued.set(key, this.#count(key) + 1);
    try {
      return await result;
    } finally {
      const left = this.#count(key) - 1;
      if (left > 0) this.#queued.set(key, left);
      else this.#queued.delete(key);
      if (this.#tails.get(key) === tail) this.#tails.delete(key);
    }
  }

  /** How many tasks of a key wait for the one that runs. */
  waiting(key: string): number {
    return Math.max(0, this.#count(key) - 1);
  }

  #count(key: string): number {
    return this.#queued.get(key) ?? 0;
  }

  /** Resolves when every task that was queued before this call has ended, well or not. */
  async idle(): Promise<void> {
    await Promise.all(this.#tails.values());
  }
}

function ignore(): void {}
