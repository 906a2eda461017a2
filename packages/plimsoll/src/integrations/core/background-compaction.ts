import type { CompactManager } from "../../engine/compact-manager.js";
import type { PreparedCompaction } from "../../engine/commit/prepared-compaction.js";
import type { Summarizer } from "../../summarizers/summarizer.js";
import type { SharedPreparation } from "./shared-preparation.js";

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
  /** Where other processes answer requests of the conversation too. */
  readonly shared?: SharedPreparation | undefined;
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
  /** How long the list was that another process had prepared, so that it is looked at once. */
  #met = 0;

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
    this.#begin(task);
  }

  /** Takes over what another process prepared, or waits for it as if it were prepared here. */
  async meet({ shared, ...task }: Omit<PrepareTask<W>, "tokens">): Promise<void> {
    if (!shared || this.#running || this.#ready || this.#closed) return;
    const found = await shared.find(task.sessionId, task.items);
    if (found === "open") this.#begin({ ...task, shared, tokens: 0 });
    else if (found) await this.#adopt({ ...task, items: found }, this.#generation);
  }

  #begin(task: PrepareTask<W>): void {
    const generation = this.#generation;
    const done = quietMoment()
      // Nobody is left who could use it.
      .then(() => (this.#closed ? undefined : this.#prepare(task, generation)))
      .catch(() => undefined);
    const running = done.finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
    this.#running = running;
  }

  async #prepare({ shared, ...task }: PrepareTask<W>, generation: number): Promise<void> {
    if (!shared) return this.#take(await prepare(task), generation);
    let own: PreparedCompaction<W> | undefined;
    const items = await shared.once(task.sessionId, task.items, async (signal) => {
      own = await prepare(task, signal);
      if (!isCompaction(own)) throw new Error("There is nothing to prepare.");
    });
    if (own) this.#take(own, generation);
    else if (items) await this.#adopt({ ...task, items }, generation);
  }

  /** Prepares the same once more: its summary is there already. */
  async #adopt(task: Omit<PrepareTask<W>, "tokens">, generation: number): Promise<void> {
    if (this.#met === task.items.length) return;
    this.#met = task.items.length;
    const prepared = await prepare(task).catch(() => undefined);
    if (prepared) this.#take(prepared, generation);
  }

  #take(prepared: PreparedCompaction<W>, generation: number): void {
    if (generation === this.#generation && isCompaction(prepared)) this.#ready = prepared;
  }

  /** A newer compaction exists: discards what was prepared before. */
  clear(): void {
    this.#generation++;
    this.#ready = undefined;
    this.#nextAt = 0;
    this.#met = 0;
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

function prepare<W extends object>(
  task: Omit<PrepareTask<W>, "tokens">,
  signal?: AbortSignal,
): Promise<PreparedCompaction<W>> {
  const { manager, sessionId, items, instructions, tools, maxContextTokens, summarizer } = task;
  return manager.prepare(sessionId, items, {
    ahead: true,
    ...(instructions === undefined ? {} : { instructions }),
    ...(tools === undefined ? {} : { tools }),
    ...(maxContextTokens === undefined ? {} : { maxContextTokens }),
    ...(summarizer ? { summarizer } : {}),
    ...(signal ? { signal } : {}),
  });
}

const isCompaction = <W extends object>({ plan }: PreparedCompaction<W>): boolean =>
  plan.decision.action === "compact";
