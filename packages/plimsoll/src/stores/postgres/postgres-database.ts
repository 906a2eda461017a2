import { setTimeout } from "node:timers/promises";
import type { Pool, PoolClient, PoolConfig } from "pg";
import { CompactError } from "../../errors/compact-error.js";
import { failureKind, postgresUnavailable } from "./postgres-unavailable.js";
import { migratePostgres } from "./migrate-postgres.js";
import type { PostgresOptions } from "./postgres-options.js";

/** How long to wait before each further try. */
const PAUSES_MS = [20, 100, 300];
/** The client gives up after the server would have. */
const GRACE_MS = 2000;

export type Row = Readonly<Record<string, unknown>>;

export interface Statement {
  /** Prepared under this name on each connection, of which all serve one schema; absent for a statement that is rarely the same. */
  readonly name?: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

interface Repeating {
  /** The statement to repeat after a connection broke in the middle; absent if it must not be repeated. */
  readonly repeated?: Statement;
}

/** Connections to one database, opened and migrated on the first use. Every failure is `STORE_UNAVAILABLE`. */
export class PostgresDatabase {
  readonly schema: string;
  readonly #options: PostgresOptions;
  #pool: Promise<Pool> | undefined;
  /** A pool that ends forgets statements that wait for a connection. */
  readonly #underWay = new Set<Promise<unknown>>();
  #closing: Promise<void> | undefined;

  constructor(options: PostgresOptions) {
    this.schema = options.schema;
    this.#options = options;
  }

  /** The rows of a statement that may be done twice. `operation` completes "failed to …". */
  rows(operation: string, statement: Statement): Promise<Row[]> {
    return this.change(operation, statement, { repeated: statement });
  }

  /** The rows of a statement that changes something. */
  async change(operation: string, statement: Statement, repeating: Repeating = {}): Promise<Row[]> {
    return this.#track(this.#attempts(operation, statement, repeating));
  }

  async #track<T>(running: Promise<T>): Promise<T> {
    this.#underWay.add(running);
    try {
      return await running;
    } finally {
      this.#underWay.delete(running);
    }
  }

  async #attempts(operation: string, statement: Statement, { repeated }: Repeating): Promise<Row[]> {
    let next = statement;
    for (let attempt = 0; ; attempt += 1) {
      try {
        const pool = await this.#connect();
        return (await pool.query(this.#query(next))).rows as Row[];
      } catch (error) {
        const kind = failureKind(error);
        const pause = PAUSES_MS[attempt];
        const again = kind === "unknown" ? repeated : next;
        if (kind === "refused" || pause === undefined || again === undefined || this.#closing)
          throw postgresUnavailable(error, operation, this.#options.place);
        next = again;
        await setTimeout(pause);
      }
    }
  }

  /** A connection of its own, for what must stay on one. */
  async connect(operation: string): Promise<PoolClient> {
    try {
      return await this.#track(this.#connect().then((pool) => pool.connect()));
    } catch (error) {
      throw postgresUnavailable(error, operation, this.#options.place);
    }
  }

  /** Refuses new statements, waits for those under way, and ends. */
  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #end(): Promise<void> {
    await Promise.allSettled(this.#underWay);
    const pool = await this.#pool?.catch(() => undefined);
    await pool?.end();
  }

  #query({ name, text, values }: Statement): { name?: string; text: string; values: unknown[] } {
    return {
      text,
      values: [...values],
      ...(name !== undefined && !this.#options.isPooled ? { name: `plimsoll_${name}` } : {}),
    };
  }

  async #connect(): Promise<Pool> {
    if (this.#closing)
      throw new CompactError("STORE_UNAVAILABLE", "The postgres store was closed; open it again.");
    this.#pool ??= openPool(this.#options);
    const opening = this.#pool;
    return opening.catch((error: unknown) => {
      // The next call tries again: the server may be there by then.
      if (this.#pool === opening) this.#pool = undefined;
      throw error;
    });
  }
}

async function openPool(options: PostgresOptions): Promise<Pool> {
  const { Pool: PostgresPool } = await loadDriver();
  const pool = new PostgresPool(poolConfig(options));
  // A connection that breaks while nobody uses it is replaced by the next call.
  pool.on("error", () => undefined);
  try {
    await migratePostgres(pool, options);
    return pool;
  } catch (error) {
    await pool.end();
    throw error;
  }
}

function poolConfig(options: PostgresOptions): PoolConfig {
  const { url, maxConnections, connectTimeoutMs, statementTimeoutMs, isPooled } = options;
  return {
    ...(url === undefined ? {} : { connectionString: url }),
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    allowExitOnIdle: true,
    keepAlive: true,
    application_name: "plimsoll",
    query_timeout: statementTimeoutMs + GRACE_MS,
    // A pooler refuses a parameter that it does not know.
    ...(isPooled ? {} : { statement_timeout: statementTimeoutMs }),
  };
}

async function loadDriver(): Promise<{ readonly Pool: new (config: PoolConfig) => Pool }> {
  try {
    return (await import("pg")).default;
  } catch (cause) {
    throw new CompactError(
      "STORE_UNAVAILABLE",
      'The postgres store needs the package "pg": install it (npm install pg).',
      { details: { package: "pg" }, cause },
    );
  }
}
