import { nextTurn } from "../../collections/in-turns.js";

/** Work for which nobody waits. */
export interface LaterTask {
  /** Does it now, if it is not done yet. Never fails. */
  run(): Promise<void>;
}

/** Lets the request go first that follows an answer at once. */
const QUIET_MILLISECONDS = 10;
/** Between two tasks, so that those of requests that ended together do not hold up the next ones. */
const PAUSE_MILLISECONDS = 4;
/** So many tasks may wait before more than one is done in a turn. */
const PATIENCE = 32;

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/** Does what can wait, in the order in which it came, and little at a time, so that nothing else waits for it. */
export class LaterWork {
  /** What begins each. */
  readonly #waiting = new Set<() => Promise<void>>();
  #running: Promise<void> | undefined;

  /** @param work gets a pause in which all else goes first; there is none any more once somebody waits */
  add(work: (pause: () => Promise<void>) => Promise<void>): LaterTask {
    let done: Promise<void> | undefined;
    let isAwaited = false;
    const pause = (): Promise<void> => (isAwaited ? Promise.resolve() : nextTurn());
    const begin = (): Promise<void> => {
      this.#waiting.delete(begin);
      done ??= work(pause).catch(() => undefined);
      return done;
    };
    this.#waiting.add(begin);
    this.#running ??= this.#drain().finally(() => {
      this.#running = undefined;
    });
    return {
      run: () => {
        isAwaited = true;
        return begin();
      },
    };
  }

  /** Does what waits, and resolves when nothing waits any more. */
  async settled(): Promise<void> {
    while (this.#waiting.size > 0) {
      await this.#turn();
      await nextTurn();
    }
    await this.#running;
  }

  async #drain(): Promise<void> {
    await pause(QUIET_MILLISECONDS);
    while (this.#waiting.size > 0) {
      await this.#turn();
      await pause(PAUSE_MILLISECONDS);
    }
  }

  async #turn(): Promise<void> {
    const turn = [...this.#waiting].slice(0, 1 + Math.floor(this.#waiting.size / PATIENCE));
    for (const begin of turn) await begin();
  }
}
