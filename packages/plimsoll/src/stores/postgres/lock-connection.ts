import type { PoolClient } from "pg";
import { KeyedQueue } from "../../collections/keyed-queue.js";

/** One connection that holds the locks of many sessions, and how many use it. */
interface Shared {
  readonly client: Promise<PoolClient>;
  users: number;
}

/**
 * Locks that nobody else holds, all on one connection, so that a lock costs none of its own. They belong to the connection, and a
 * transaction that does nothing else stays open around them: a pooler leaves the connection to it, and ends it with its
 * client. The transaction has no snapshot, so it holds no cleaning of tables back.
 */
export class LockConnection {
  readonly #connect: () => Promise<PoolClient>;
  /** A connection does one thing at a time. */
  readonly #turns = new KeyedQueue();
  #shared: Shared | undefined;

  constructor(connect: () => Promise<PoolClient>) {
    this.#connect = connect;
  }

  /** How to give the lock back; undefined if somebody else holds it. */
  async tryLock(key: string): Promise<(() => Promise<void>) | undefined> {
    // A connection that others use may have broken without anybody noticing.
    const mayBeBroken = this.#shared !== undefined;
    try {
      return await this.#tryLock(key);
    } catch (error) {
      if (!mayBeBroken) throw error;
      return this.#tryLock(key);
    }
  }

  async #tryLock(key: string): Promise<(() => Promise<void>) | undefined> {
    this.#shared ??= { client: this.#begin(), users: 0 };
    const shared = this.#shared;
    shared.users += 1;
    const isLocked = await this.#ask(shared, "SELECT pg_try_advisory_lock($1) AS done", key);
    if (isLocked) return async () => this.#unlock(shared, key);
    await this.#leave(shared);
    return undefined;
  }

  async #unlock(shared: Shared, key: string): Promise<void> {
    try {
      await this.#ask(shared, "SELECT pg_advisory_unlock($1) AS done", key);
    } catch {
      // The connection is gone, and its locks with it.
      return;
    }
    await this.#leave(shared);
  }

  async #begin(): Promise<PoolClient> {
    const client = await this.#connect();
    // A connection that breaks takes the locks with it; the next statement says so.
    client.on("error", ignore);
    try {
      await client.query("BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0");
      return client;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  async #ask(shared: Shared, text: string, key: string): Promise<boolean> {
    try {
      const client = await shared.client;
      const ask = () => client.query<{ done: boolean }>(text, [key]);
      const { rows } = await this.#turns.run("", ask);
      return rows[0]?.done === true;
    } catch (error) {
      this.#drop(shared);
      throw error;
    }
  }

  async #leave(shared: Shared): Promise<void> {
    shared.users -= 1;
    if (shared.users > 0 || this.#shared !== shared) return;
    this.#shared = undefined;
    const client = await shared.client;
    try {
      await client.query("COMMIT");
      client.off("error", ignore);
      client.release();
    } catch {
      client.release(true);
    }
  }

  /** Closes a connection that failed: whoever holds a lock on it has lost it. */
  #drop(shared: Shared): void {
    if (this.#shared !== shared) return;
    this.#shared = undefined;
    shared.client.then((client) => client.release(true)).catch(ignore);
  }
}

function ignore(): void {}
