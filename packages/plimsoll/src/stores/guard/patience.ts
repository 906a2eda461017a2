import { CompactError } from "../../errors/compact-error.js";
import { withinTime } from "../../errors/within-time.js";

/** A store that was given up is asked again after this many times its limit, if it has still not answered. */
const COOL_DOWN = 6;
/** Scanning a whole store may take this many times as long. */
const SLOW = 6;

/**
 * How long a store is waited for. One that has not answered in time is given up, and is not waited for again until it
 * has answered after all, or a while has passed: a run must not pay the limit for every call.
 */
export class Patience {
  readonly #store: string;
  readonly #milliseconds: number;
  readonly #unanswered = new Set<object>();

  /** 0 milliseconds: the store is waited for without end. */
  constructor(store: string, milliseconds: number) {
    this.#store = store;
    this.#milliseconds = milliseconds;
  }

  /** `operation` completes "did not … within"; `isSlow` is for scans of the whole store. */
  async wait<T>(
    operation: string,
    call: () => Promise<T>,
    { isSlow = false }: { readonly isSlow?: boolean } = {},
  ): Promise<T> {
    if (this.#unanswered.size > 0 && operation !== "close") throw this.#error(operation, "still");
    const milliseconds = this.#milliseconds * (isSlow ? SLOW : 1);
    let answer: Promise<T> | undefined;
    const tooLate = (): CompactError => {
      if (answer) this.#giveUp(answer);
      return this.#error(operation, `within ${milliseconds} ms`);
    };
    return withinTime({ milliseconds, tooLate }, () => {
      answer = call();
      return answer;
    });
  }

  /** Checks that the store really returned a list. */
  async list<T>(operation: string, call: () => Promise<T[]>, options?: { isSlow: boolean }): Promise<T[]> {
    const answer: unknown = await this.wait(operation, call, options);
    if (Array.isArray(answer)) return answer as T[];
    throw new CompactError(
      "STORE_UNAVAILABLE",
      `The ${this.#store} store answered ${answer === null ? "null" : typeof answer} to ${operation}; it must be a list.`,
      { details: { store: this.#store, operation } },
    );
  }

  /** Forgets what has not been answered: the next call waits again. */
  renew(): void {
    this.#unanswered.clear();
  }

  #giveUp(answer: Promise<unknown>): void {
    const mark = {};
    this.#unanswered.add(mark);
    const forget = (): void => {
      clearTimeout(timer);
      this.#unanswered.delete(mark);
    };
    const timer = setTimeout(forget, this.#milliseconds * COOL_DOWN);
    // Nobody waits for this one.
    (timer as { unref?: () => void }).unref?.();
    Promise.resolve(answer).then(forget, forget);
  }

  #error(operation: string, when: string): CompactError {
    return new CompactError(
      "STORE_UNAVAILABLE",
      `The ${this.#store} store did not ${operation} (${when === "still" ? "an earlier call is still not answered" : when}); check the store, or raise timeLimits.storeMs.`,
      { details: { store: this.#store, operation, milliseconds: this.#milliseconds } },
    );
  }
}
