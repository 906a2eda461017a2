import { statSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { CompactError } from "../../errors/compact-error.js";
import { createPrivateFolder } from "../fs/create-private-folder.js";
import { DAMAGE_ADVICE, isDamage, refuseEmptyFile } from "./is-damage.js";
import type { SqliteDriver } from "./sqlite-driver.js";
import { openSqlite } from "./sqlite-driver.js";
import { migrate } from "./migrate.js";
import { BUSY_TIMEOUT_MILLISECONDS, prepareSpace, settleLog } from "./release-space.js";
import { storeUnavailable } from "../store-unavailable.js";

const IN_MEMORY = ":memory:";

export interface SqliteDatabaseOptions {
  /** The database file, created on the first use for its owner only; ":memory:" for one that is never saved. */
  readonly path: string;
  /**
   * True (the default): stored data also survives a power cut. False: it survives only a crash of the process,
   * and storing does not wait for the disk.
   */
  readonly fsync?: boolean;
}

interface Connection {
  readonly driver: SqliteDriver;
  /** Which file it is, whatever its name; undefined in memory. */
  readonly file: string | undefined;
}

/** The archive file that the SQLite stores share, opened on the first use. Every failure is `STORE_UNAVAILABLE`. */
export class SqliteDatabase {
  readonly #store: string;
  readonly #path: string;
  readonly #fsync: boolean;
  #connection: Promise<Connection> | undefined;
  #isClosed = false;

  /** `store` is the name of the store in errors. */
  constructor(store: string, options: SqliteDatabaseOptions) {
    if (typeof options.path !== "string" || options.path === "") {
      throw new CompactError("INVALID_INPUT", `The ${store} store needs \`path\`, the database file.`);
    }
    this.#store = store;
    // An absolute path is never taken for the address of a database server.
    this.#path = options.path === IN_MEMORY ? IN_MEMORY : resolve(options.path);
    this.#fsync = options.fsync ?? true;
  }

  /** `operation` completes "failed to …". */
  async use<T>(operation: string, task: (driver: SqliteDriver) => T | Promise<T>): Promise<T> {
    try {
      const { driver } = await this.#connect();
      return await task(driver);
    } catch (error) {
      throw this.#unavailable(error, operation);
    }
  }

  /** The same for what comes one by one. */
  async *iterate<T>(operation: string, task: (driver: SqliteDriver) => AsyncIterable<T>): AsyncGenerator<T> {
    try {
      const { driver } = await this.#connect();
      yield* task(driver);
    } catch (error) {
      throw this.#unavailable(error, operation);
    }
  }

  /** @throws CompactError `STORE_UNAVAILABLE` if the file is there and has no bytes. */
  async refuseEmpty(): Promise<void> {
    if (this.#path !== IN_MEMORY) await refuseEmptyFile(this.#path);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const connection = this.#connection;
    this.#connection = undefined;
    // A database that never opened has nothing to close.
    const opened = await connection?.catch(() => undefined);
    if (!opened) return;
    settleLog(opened.driver);
    opened.driver.close();
  }

  #unavailable(error: unknown, operation: string): CompactError {
    const context = { store: this.#store, operation, path: this.#path };
    if (!isDamage(error) || CompactError.isInstance(error)) return storeUnavailable(error, context);
    const reason = `${(error as Error).message}. ${DAMAGE_ADVICE}`;
    return storeUnavailable(new Error(reason, { cause: error }), context);
  }

  async #connect(): Promise<Connection> {
    if (this.#isClosed) throw new Error("it was closed");
    this.#connection ??= openDatabase(this.#path, this.#fsync);
    const pending = this.#connection;
    const connection = await pending.catch((error: unknown) => {
      // The next call tries again: the disk may have space by then.
      this.#forget(pending);
      throw error;
    });
    if (connection.file === fileIdentity(this.#path)) return connection;
    // Another file bears the name, or none: what is written to the old one would be gone with the process.
    if (this.#forget(pending)) connection.driver.close();
    return this.#connect();
  }

  /** True for the one call that finds the connection current. */
  #forget(connection: Promise<Connection>): boolean {
    if (this.#connection !== connection) return false;
    this.#connection = undefined;
    return true;
  }
}

async function openDatabase(path: string, fsync: boolean): Promise<Connection> {
  if (path !== IN_MEMORY) {
    await createPrivateFolder(dirname(path), fsync);
    await createPrivateFile(path);
  }
  const file = fileIdentity(path);
  const driver = await openSqlite(path);
  try {
    driver.all(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MILLISECONDS}`);
    prepareSpace(driver);
    driver.all("PRAGMA journal_mode = WAL");
    // In WAL mode NORMAL survives a crash of the process, FULL also a power cut.
    driver.exec(`PRAGMA synchronous = ${fsync ? "FULL" : "NORMAL"}`);
    migrate(driver, path);
    return { driver, file };
  } catch (error) {
    driver.close();
    throw error;
  }
}

/**
 * SQLite gives its journal files the mode of the database. A file that exists is never opened here: closing it would
 * release the locks that other connections of this process hold on it.
 */
async function createPrivateFile(path: string): Promise<void> {
  try {
    await (await open(path, "ax", 0o600)).close();
  } catch (error) {
    if ((error as { code?: unknown }).code !== "EEXIST") throw error;
  }
}

function fileIdentity(path: string): string | undefined {
  if (path === IN_MEMORY) return undefined;
  try {
    // As SQLite itself does, without waiting: that takes longer than the call.
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === "ENOENT" || code === "ENOTDIR") return "gone";
    throw error;
  }
}
