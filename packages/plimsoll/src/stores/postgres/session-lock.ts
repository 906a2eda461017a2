import type { PoolClient } from "pg";
import { KeyedQueue } from "../../collections/keyed-queue.js";
import { sha256 } from "../../text/sha256.js";
import type { HeldSession } from "../storage-adapter.js";
import { validateSessionId } from "../validate-session-id.js";
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
 * Locks of sessions between processes. A lock belongs to a transaction that does nothing else: it ends with its
 * connection, however that ends, and a pooler gives such a transaction a connection of its own. Such a transaction has no
 * snapshot, so it holds no cleaning of tables back.
 */
export class SessionLock {
  readonly #options: SessionLockOptions;
  readonly #queue = new KeyedQueue();

  constructor(options: SessionLockOptions) {
    this.#options = options;
  }

  async exclusively<T>(sessionId: string, task: (held: HeldSession) => Promise<T>): Promise<T> {
    validateSessionId(sessionId);
    const held: HeldSession = { revision: () => this.#revision(sessionId) };
    return this.#queue.run(sessionId, async () => {
      const client = await this.#lock(sessionId);
      try {
        return await task(held);
      } finally {
        await release(client);
      }
    });
  }

  async close(): Promise<void> {
    await this.#queue.idle();
    await this.#options.holders.close();
  }

  async #lock(sessionId: string): Promise<PoolClient> {
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
        values: [lockKey(holders.schema, sessionId)],
        query_timeout: WAIT_MS + 1000,
      } as { text: string; values: unknown[] });
      return client;
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
