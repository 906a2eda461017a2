import { CompactError } from "../../errors/compact-error.js";
import type { SqliteDriver } from "./sqlite-driver.js";

/** "Plim" in ASCII: distinguishes an archive from a database of another program. */
const APPLICATION_ID = 0x506c696d;

/**
 * Step n leads from user_version n to n + 1; a released step never changes. Ids are stored as JSON strings
 * and data as a BLOB, because SQLite cuts TEXT at a NUL and replaces lone surrogates.
 */
const MIGRATIONS: readonly string[] = [
  `CREATE TABLE sessions (
     key INTEGER PRIMARY KEY,
     id TEXT NOT NULL UNIQUE,
     entries INTEGER NOT NULL,
     first_ts TEXT NOT NULL,
     last_ts TEXT NOT NULL
   ) STRICT;
   CREATE TABLE entries (
     seq INTEGER PRIMARY KEY AUTOINCREMENT,
     session INTEGER NOT NULL REFERENCES sessions (key),
     kind TEXT NOT NULL,
     id TEXT NOT NULL,
     ts TEXT NOT NULL,
     data BLOB NOT NULL
   ) STRICT;
   CREATE INDEX entries_in_order ON entries (session, seq, kind);
   CREATE INDEX entries_by_id ON entries (session, id, kind);`,
  // The large column stands last: SQLite reads the others without it. The search index holds trigrams only, of
  // texts that the store prepares, under the payload's key.
  `CREATE TABLE artifact_payloads (
     key INTEGER PRIMARY KEY AUTOINCREMENT,
     tenant TEXT NOT NULL,
     id TEXT NOT NULL,
     characters INTEGER NOT NULL,
     lines INTEGER NOT NULL,
     indexed INTEGER NOT NULL,
     data BLOB NOT NULL,
     UNIQUE (tenant, id)
   ) STRICT;
   CREATE TABLE artifact_references (
     tenant TEXT NOT NULL,
     session TEXT NOT NULL,
     payload INTEGER NOT NULL REFERENCES artifact_payloads (key),
     about BLOB NOT NULL,
     first_ts TEXT NOT NULL,
     last_ts TEXT NOT NULL,
     last_milliseconds INTEGER NOT NULL,
     PRIMARY KEY (tenant, session, payload)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX artifact_references_by_payload ON artifact_references (payload);
   CREATE INDEX artifact_references_by_time ON artifact_references (last_milliseconds);
   CREATE VIRTUAL TABLE artifact_trigrams USING fts5 (
     text, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1'
   );`,
  // Every append wrote a page of it; the numbers of a session's entries are in the other index too.
  "DROP INDEX entries_in_order",
];

/** Brings a new or older database to the schema of this release; processes may do so at the same time. */
export function migrate(driver: SqliteDriver, path: string): void {
  // One snapshot: another process may create the tables between two of the reads.
  const found = transaction(driver, "DEFERRED", () => currentVersion(driver, path));
  if (found === MIGRATIONS.length) return;
  inTransaction(driver, () => {
    const version = currentVersion(driver, path);
    for (const step of MIGRATIONS.slice(version)) driver.exec(step);
    driver.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${MIGRATIONS.length}`);
  });
}

function currentVersion(driver: SqliteDriver, path: string): number {
  const application = pragma(driver, "application_id");
  const version = pragma(driver, "user_version");
  const isForeign = application === 0 ? version > 0 || hasTables(driver) : application !== APPLICATION_ID;
  if (isForeign) {
    throw new CompactError(
      "STORE_UNAVAILABLE",
      `${path} is a database of another program; give the SQLite store its own file.`,
      { details: { path, applicationId: application } },
    );
  }
  if (version > MIGRATIONS.length) {
    throw new CompactError(
      "STORE_UNAVAILABLE",
      `${path} has schema version ${version}; this release knows versions up to ${MIGRATIONS.length}. Use the release that wrote it, or a later one.`,
      { details: { path, version, supported: MIGRATIONS.length } },
    );
  }
  return version;
}

export function pragma(driver: SqliteDriver, name: string): number {
  return Number(driver.all(`PRAGMA ${name}`)[0]?.[name]);
}

function hasTables(driver: SqliteDriver): boolean {
  return driver.all("SELECT name FROM sqlite_schema LIMIT 1").length > 0;
}

/** Holds the write lock from the start, so that everything read inside stays true until the commit. */
export function inTransaction<T>(driver: SqliteDriver, task: () => T): T {
  return transaction(driver, "IMMEDIATE", task);
}

function transaction<T>(driver: SqliteDriver, mode: "DEFERRED" | "IMMEDIATE", task: () => T): T {
  driver.exec(`BEGIN ${mode}`);
  try {
    const result = task();
    driver.exec("COMMIT");
    return result;
  } catch (error) {
    try {
      driver.exec("ROLLBACK");
    } catch {
      // SQLite has rolled back by itself, as it does when the disk is full.
    }
    throw error;
  }
}
