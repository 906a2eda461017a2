import type { PoolClient } from "pg";
import type { PostgresDatabase } from "./postgres-database.js";

/** The name on which the functions of the database tell that a job ended. */
const CHANNEL = "plimsoll_jobs";

interface Notification {
  readonly channel: string;
  readonly payload?: string | undefined;
}

/**
 * Wakes those who wait for a job when the database says that it ended. The connection is there only while somebody waits.
 * Whoever waits also looks again after a while: a pooler passes no such message on, and a broken connection loses some.
 */
export class JobBell {
  readonly #database: PostgresDatabase;
  readonly #listens: boolean;
  readonly #waiting = new Map<string, Set<() => void>>();
  #listening: Promise<PoolClient | undefined> | undefined;

  constructor(database: PostgresDatabase, listens: boolean) {
    this.#database = database;
    this.#listens = listens;
  }

  /** Resolves when the job ended, when the time is over, or when nobody wants it any more. */
  async wait(digest: string, milliseconds: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return;
    const woken = this.#waiting.get(digest) ?? new Set();
    this.#waiting.set(digest, woken);
    if (this.#listens) this.#listening ??= this.#listen();
    await new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", end);
        woken.delete(end);
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      signal?.addEventListener("abort", end);
      woken.add(end);
    });
    if (woken.size === 0) this.#waiting.delete(digest);
    if (this.#waiting.size === 0) void this.#rest();
  }

  async #listen(): Promise<PoolClient | undefined> {
    try {
      const client = await this.#database.connect("listen for jobs");
      client.on("notification", this.#heard);
      client.on("error", this.#rest);
      await client.query(`LISTEN ${CHANNEL}`);
      return client;
    } catch {
      return undefined;
    }
  }

  readonly #heard = ({ channel, payload }: Notification): void => {
    if (channel !== CHANNEL) return;
    for (const end of this.#waiting.get((payload ?? "").replaceAll("-", "")) ?? []) end();
  };

  /** The next one that waits listens anew. */
  readonly #rest = async (): Promise<void> => {
    const listening = this.#listening;
    this.#listening = undefined;
    const client = await listening;
    client?.off("notification", this.#heard);
    client?.off("error", this.#rest);
    client?.on("error", () => undefined);
    // A connection that listened is not given to others.
    client?.release(true);
  };
}
