import type { CoordinationOptions, CoordinationPart } from "../coordination/coordination.js";

/** So long a database that did not answer is left alone: nobody waits for it again and again. */
const REST_MS = 5000;
const TELLING_MS = 60_000;

/** Asks a database, and does without it for a while after it failed. */
export class SharedPatience {
  readonly #tell: CoordinationOptions["onTrouble"];
  readonly #now: () => number;
  readonly #told = new Map<CoordinationPart, number>();
  #restsUntil = Number.NEGATIVE_INFINITY;

  constructor(tell: CoordinationOptions["onTrouble"], now: () => number = () => performance.now()) {
    this.#tell = tell;
    this.#now = now;
  }

  /** What the database answers; undefined while it does not. */
  async ask<T>(part: CoordinationPart, question: () => Promise<T>): Promise<T | undefined> {
    if (this.#now() < this.#restsUntil) return undefined;
    try {
      return await question();
    } catch (error) {
      this.#restsUntil = this.#now() + REST_MS;
      this.#say(part, error instanceof Error ? error.message : String(error));
      return undefined;
    }
  }

  #say(part: CoordinationPart, reason: string): void {
    const last = this.#told.get(part) ?? Number.NEGATIVE_INFINITY;
    if (this.#now() - last < TELLING_MS) return;
    this.#told.set(part, this.#now());
    this.#tell?.(part, reason);
  }
}
