import { itemId, listHash } from "../../conversation/item-id.js";
import type { JobName } from "../../stores/coordination/coordination.js";
import type { SharedWork } from "./share-summaries.js";

const TASK = "prepare";

/**
 * Compactions that are prepared once for a session, whichever process answers its next request. What is shared is how much of the
 * list was prepared; the summary of it is shared by `shareSummaries`. So another process plans the same and pays for nothing.
 */
export class SharedPreparation {
  readonly #work: SharedWork;

  constructor(work: SharedWork) {
    this.#work = work;
  }

  /** Prepares what nobody prepares. The items that were prepared, by this process or by another one; undefined if they are others now. */
  async once<W extends object>(
    sessionId: string,
    items: readonly W[],
    prepare: (signal: AbortSignal) => Promise<void>,
  ): Promise<readonly W[] | undefined> {
    const result = await this.#work.jobs.once(this.#name(sessionId), {
      async work(signal) {
        await prepare(signal);
        return `${items.length} ${digestOf(items)}`;
      },
    });
    return startOf(items, result);
  }

  /** The items that were prepared; "open" while another process does it; undefined if nobody did. */
  async find<W extends object>(
    sessionId: string,
    items: readonly W[],
  ): Promise<readonly W[] | "open" | undefined> {
    const found = await this.#work.jobs.look(this.#name(sessionId));
    if (found?.state === "open") return "open";
    return found && startOf(items, found.result);
  }

  /** The window is another one now. */
  forget(sessionId: string): Promise<void> {
    return this.#work.jobs.forget(this.#name(sessionId));
  }

  #name(sessionId: string): JobName {
    const { tenant } = this.#work;
    return { ...(tenant === undefined ? {} : { tenant }), sessionId, task: TASK };
  }
}

const digestOf = (items: readonly object[]): string => listHash(items.map(itemId));

function startOf<W extends object>(items: readonly W[], result: string): readonly W[] | undefined {
  const [length = "", digest] = result.split(" ");
  const start = items.slice(0, Number(length));
  return start.length === Number(length) && digestOf(start) === digest ? start : undefined;
}
