import { nextTurn } from "../../collections/in-turns.js";

/** Work for which nobody waits. */
export interface LaterTask {
  /** Does it now, if it is not done yet. Never fails. */
  run(): Promise<void>;
}

/** Lets the request go first that follows an answer at once. */
const QUIET_MILLISECONDS = 10;
/** Others wait no longer than this for a piece of it. A turn for each small piece would cost more than the work. */
const PIECE_MILLISECONDS = 0.2;
/** Between two pieces. */
const PAUSE_MILLISECONDS = 1;
/** So many tasks may wait before the pieces become larger. */
const PATIENCE = 32;

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/** Does what can wait, in the order in which it came, and little at a time, so that nothing else waits for it. */
export class LaterWork {
  readonly #now: () => number;
  /** What begins each. */
  readonly #waiting = new Set<() => Promise<void>>();
  #running: Promise<void> | undefined;
  /** When the piece began that is being done. */
  #pieceBegan = 0;

  /** @param now milliseconds, with their fractions */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** @param work gets a pause in which all else goes first if it took long; there is none any more once somebody waits */
  add(work: (pause: () => Promise<void>) => Promise<void>): LaterTask {
    let done: Promise<void> | undefined;
    let isAwaited = false;
    const pause = async (): Promise<void> => {
      if (isAwaited || !this.#isPieceOver(PIECE_MILLISECONDS)) return;
      await nextTurn();
      this.#pieceBegan = this.#now();
    };
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

  /** Resolves when nothing waits any more. */
  async settled(): Promise<void> {
    await this.#running;
  }

  async #drain(): Promise<void> {
    for (let quiet = QUIET_MILLISECONDS; this.#waiting.size > 0; quiet = PAUSE_MILLISECONDS) {
      await pause(quiet);
      await this.#piece();
    }
  }

  async #piece(): Promise<void> {
    const milliseconds = PIECE_MILLISECONDS * (1 + Math.floor(this.#waiting.size / PATIENCE));
    this.#pieceBegan = this.#now();
    for (const begin of this.#waiting) {
      await begin();
      if (this.#isPieceOver(milliseconds)) return;
    }
  }

  #isPieceOver(milliseconds: number): boolean {
    return this.#now() - this.#pieceBegan >= milliseconds;
  }
}
