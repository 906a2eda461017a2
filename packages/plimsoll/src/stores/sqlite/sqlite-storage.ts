import { optionalCipher } from "../artifacts/artifact-cipher.js";
import { diskOptions } from "../disk-options.js";
import { sealedEntries } from "../entries/sealed-entries.js";
import { withHolds } from "../holds/with-holds.js";
import { joinParts } from "../join-parts.js";
import type { ArtifactKeys } from "../keys/key-service.js";
import type { CheckOptions, StoreFinding } from "../maintenance/store-finding.js";
import type { StorageAdapter } from "../storage-adapter.js";
import { SqliteArtifacts } from "./sqlite-artifacts.js";
import { checkDatabase } from "./check-database.js";
import { SqliteDatabase, type SqliteDatabaseOptions } from "./sqlite-database.js";
import { SqliteEntries } from "./sqlite-entries.js";

export interface SqliteStorageOptions extends SqliteDatabaseOptions {
  /**
   * 32 bytes, as 64 hexadecimal digits or in base64: the data of all entries (messages, arguments, summaries,
   * events) and the payloads of large tool outputs are encrypted with it. Of several keys the first encrypts, and all
   * are tried to read. A key service in its place wraps the keys of envelope encryption.
   */
  readonly artifactKey?: ArtifactKeys;
}

/** A store in one SQLite file. Processes may share the file. */
export function sqliteStorage(options: SqliteStorageOptions): StorageAdapter {
  const about = { store: "sqliteStorage", path: "the database file" };
  const { artifactKey, ...file } = diskOptions<SqliteStorageOptions>(options, about);
  const cipher = optionalCipher(artifactKey);
  const database = new SqliteDatabase("sqlite", file);
  const store = joinParts({
    entries: sealedEntries(new SqliteEntries(database), cipher),
    artifacts: new SqliteArtifacts(database, cipher),
  });
  return withHolds({
    ...store,
    check: (options) => checkSqlite(database, options ?? {}),
  });
}

/** Looks at the file before it is opened: opening makes an empty one a new database. */
async function* checkSqlite(database: SqliteDatabase, options: CheckOptions): AsyncGenerator<StoreFinding> {
  await database.refuseEmpty();
  yield* database.iterate("check", (driver) => checkDatabase(driver, options));
}
