/** Runs the calls of one session one after the other; those of different sessions side by side. */
export class SessionLock {
  readonly #tails = new Map<string, Promise<unknown>>();

  run<T>(sessionId: string, task: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(sessionId) ?? Promise.resolve();
    const result = before.then(task, task);
    const tail = result.then(
      () => undefined,
      () => undefined,
    );
    this.#tails.set(sessionId, tail);
    void tail.then(() => {
      if (this.#tails.get(sessionId) === tail) this.#tails.delete(sessionId);
    });
    return result;
  }
}
