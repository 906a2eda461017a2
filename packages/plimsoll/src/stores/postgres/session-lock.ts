import type { PoolClient } from "pg";
import { KeyedQueue } from "../../collections/keyed-queue.js";
import { sha256 } from "../../text/sha256.js";
import type { HeldSession, HoldOptions } from "../storage-adapter.js";
import { validateSessionId } from "../validate-session-id.js";
import { LockConnection } from "./lock-connection.js";
import { nameDigest } from "./name-digest.js";
import type { PostgresDatabase } from "./postgres-database.js";
import { postgresUnavailable } from "./postgres-unavailable.js";
import type { PostgresOptions } from "./postgres-options.js";

/** A compaction with a slow model takes about as long. */
const WAIT_MS = 120_000;
const OPERATION = "lock a session";

export interface SessionLockOptions {
  /** For what the holder asks. */
  readonly database: PostgresDatabase;
  /** Of its own: a holder that needs a connection must not wait for holders. */
  readonly holders: PostgresDatabase;
  readonly place: PostgresOptions["place"];
}

/**
 * Locks of sessions between processes. A free lock is taken on the one connection that holds all of them. Whoever finds it taken
 * waits in the server, in order, on a connection of its own, and holds the lock there. A lock ends with its connection, however
 * that ends.
 */
export class SessionLock {
  readonly #options: SessionLockOptions;
  readonly #queue = new KeyedQueue();
  readonly #free: LockConnection;
  /** Sessions that this process works on, and those that it asks a lock for. */
  readonly #working = new Set<string>();
  readonly #asking = new Map<string, Set<() => void>>();

  constructor(options: SessionLockOptions) {
    this.#options = options;
    this.#free = new LockConnection(() => options.holders.connect(OPERATION));
  }

  async exclusively<T>(
    sessionId: string,
    task: (held: HeldSession) => Promise<T>,
    { onTaken = ignore }: HoldOptions = {},
  ): Promise<T> {
    validateSessionId(sessionId);
    const held: HeldSession = { revision: () => this.#revision(sessionId) };
    const asking = this.#ask(sessionId, onTaken);
    return this.#queue.run(sessionId, async () => {
      const key = lockKey(this.#options.holders.schema, sessionId);
      asking.isNext();
      const release = (await this.#tryLock(key)) ?? (onTaken(), await this.#wait(key));
      asking.hasBegun();
      try {
        return await task(held);
      } finally {
        this.#working.delete(sessionId);
        await release();
      }
    });
  }

  /** Tells those of this process who wait for each other. */
  #ask(sessionId: string, onTaken: () => void): { isNext(): void; hasBegun(): void } {
    const others = this.#asking.get(sessionId) ?? new Set();
    this.#asking.set(sessionId, others.add(onTaken));
    if (this.#working.has(sessionId)) onTaken();
    return {
      isNext: () => {
        others.delete(onTaken);
        if (others.size === 0) this.#asking.delete(sessionId);
      },
      hasBegun: () => {
        this.#working.add(sessionId);
        for (const tell of this.#asking.get(sessionId) ?? []) tell();
      },
    };
  }

  async close(): Promise<void> {
    await this.#queue.idle();
    await this.#options.holders.close();
  }

  async #tryLock(key: string): Promise<(() => Promise<void>) | undefined> {
    try {
      return await this.#free.tryLock(key);
    } catch (error) {
      throw postgresUnavailable(error, OPERATION, this.#options.place);
    }
  }

  async #wait(key: string): Promise<() => Promise<void>> {
    const { holders, place } = this.#options;
    const client = await holders.connect(OPERATION);
    // A connection that breaks takes the lock with it; the next statement says so.
    client.on("error", ignore);
    try {
      await client.query(
        `BEGIN; SET LOCAL statement_timeout = ${WAIT_MS}; SET LOCAL idle_in_transaction_session_timeout = 0`,
      );
      await client.query({
        text: "SELECT pg_advisory_xact_lock($1)",
        values: [key],
        query_timeout: WAIT_MS + 1000,
      } as { text: string; values: unknown[] });
      return async () => release(client);
    } catch (error) {
      client.off("error", ignore);
      client.release(true);
      throw postgresUnavailable(error, OPERATION, place);
    }
  }

  async #revision(sessionId: string): Promise<string> {
    const { database } = this.#options;
    const [row] = await database.rows("read", {
      name: "revision",
      text: `SELECT key, entries FROM ${database.schema}.sessions WHERE digest = $1`,
      values: [nameDigest(sessionId)],
    });
    return row ? `${String(row["key"])}/${String(row["entries"])}` : "none";
  }
}

async function release(client: PoolClient): Promise<void> {
  try {
    await client.query("COMMIT");
    client.off("error", ignore);
    client.release();
  } catch {
    client.release(true);
  }
}

/** 64 bits with a sign. */
function lockKey(schema: string, sessionId: string): string {
  const digits = sha256(JSON.stringify(["plimsoll session", schema, sessionId])).slice(0, 16);
  return BigInt.asIntN(64, BigInt(`0x${digits}`)).toString();
}

function ignore(): void {}
