/** Work for which nobody waits. */
export interface LaterTask {
  /** Does it now, if it is not done yet. Never fails. */
  run(): Promise<void>;
}

/** Lets the request go first that follows an answer at once. */
const QUIET_MILLISECONDS = 10;
/** So many tasks may wait before more than one is done in a turn. */
const PATIENCE = 32;

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/** Does what can wait, in the order in which it came, and little at a time, so that nothing else waits for it. */
export class LaterWork {
  readonly #waiting = new Set<LaterTask>();
  #running: Promise<void> | undefined;

  add(work: () => Promise<void>): LaterTask {
    let done: Promise<void> | undefined;
    const task: LaterTask = {
      run: () => {
        this.#waiting.delete(task);
        done ??= work().catch(() => undefined);
        return done;
      },
    };
    this.#waiting.add(task);
    this.#running ??= this.#drain().finally(() => {
      this.#running = undefined;
    });
    return task;
  }

  /** Resolves when nothing waits any more. */
  async settled(): Promise<void> {
    await this.#running;
  }

  async #drain(): Promise<void> {
    await pause(QUIET_MILLISECONDS);
    while (this.#waiting.size > 0) {
      const turn = [...this.#waiting].slice(0, 1 + Math.floor(this.#waiting.size / PATIENCE));
      for (const task of turn) await task.run();
      await pause(0);
    }
  }
}
