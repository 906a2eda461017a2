import type { CompactManager } from "../../engine/compact-manager.js";
import type { PreparedCompaction } from "../../engine/commit/prepared-compaction.js";
import type { Summarizer } from "../../summarizers/summarizer.js";

/** What to prepare for one conversation, and from which size on. */
export interface PrepareTask<W extends object> {
  readonly manager: CompactManager<W>;
  readonly sessionId: string;
  readonly items: readonly W[];
  readonly instructions?: string;
  readonly tools?: unknown;
  readonly maxContextTokens?: number;
  readonly summarizer?: Summarizer;
  /** Tokens of the request. */
  readonly tokens: number;
}

/** A list that gave nothing to prepare is not looked at again before it has grown by this share. */
const GROWTH = 1.05;

/** Lets a fast tool and the request after it go first, so that preparing costs nobody time. */
const QUIET_MILLISECONDS = 10;

const quietMoment = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, QUIET_MILLISECONDS);
  });

/**
 * One compaction prepared while the agent waits for something else. Nobody waits for it, and nothing fails with
 * it: if it is not ready, or no longer applies, it is simply not used.
 */
export class BackgroundCompaction<W extends object> {
  #running: Promise<void> | undefined;
  #ready: PreparedCompaction<W> | undefined;
  #nextAt = 0;
  #generation = 0;
  #closed = false;

  /** True while a summary is being written. */
  get preparing(): boolean {
    return this.#running !== undefined;
  }

  /** The one that is ready to be taken over. */
  get ready(): PreparedCompaction<W> | undefined {
    return this.#ready;
  }

  start(task: PrepareTask<W>): void {
    if (this.#running || this.#ready || task.tokens < this.#nextAt) return;
    this.#nextAt = Math.ceil(task.tokens * GROWTH);
    const generation = this.#generation;
    const { manager, sessionId, items, tokens: _, ...options } = task;
    const done = quietMoment()
      // Nobody is left who could use it.
      .then(() => (this.#closed ? undefined : manager.prepare(sessionId, items, { ...options, ahead: true })))
      .then(
        (prepared) => {
          const stands = generation === this.#generation && prepared?.plan.decision.action === "compact";
          if (stands) this.#ready = prepared;
        },
        () => undefined,
      );
    const running = done.finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
    this.#running = running;
  }

  /** A newer compaction exists: discards what was prepared before. */
  clear(): void {
    this.#generation++;
    this.#ready = undefined;
    this.#nextAt = 0;
  }

  /** Starts nothing any more; what has begun goes on. */
  close(): void {
    this.#closed = true;
  }

  /** Resolves when nothing is being prepared any more. */
  async settled(): Promise<void> {
    await this.#running;
  }
}
