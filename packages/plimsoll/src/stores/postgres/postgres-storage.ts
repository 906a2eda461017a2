import { optionalCipher } from "../artifacts/artifact-cipher.js";
import { sealedEntries } from "../entries/sealed-entries.js";
import { withHolds } from "../holds/with-holds.js";
import { joinParts } from "../join-parts.js";
import { runAll } from "../run-all.js";
import type { StorageAdapter } from "../storage-adapter.js";
import { checkPostgres } from "./check-postgres.js";
import { PostgresArtifacts } from "./postgres-artifacts.js";
import { PostgresDatabase } from "./postgres-database.js";
import { PostgresEntries } from "./postgres-entries.js";
import { postgresOptions, type PostgresStorageOptions } from "./postgres-options.js";
import { SessionLock } from "./session-lock.js";

/** A store in a PostgreSQL database of version 14 or later, with the package `pg`. Processes may share the database. */
export function postgresStorage(options: PostgresStorageOptions = {}): StorageAdapter {
  const { options: checked, artifactKey } = postgresOptions(options);
  const cipher = optionalCipher(artifactKey);
  const database = new PostgresDatabase(checked);
  // One more than wait for a lock at the same time: it holds all that were free.
  const holders = new PostgresDatabase({ ...checked, maxConnections: checked.maxConnections + 1 });
  const lock = new SessionLock({ database, holders, place: checked.place });
  const store = joinParts({
    entries: sealedEntries(new PostgresEntries(database), cipher),
    artifacts: new PostgresArtifacts(database, cipher),
  });
  return withHolds({
    ...store,
    exclusively: (sessionId, task, hold) => lock.exclusively(sessionId, task, hold),
    check: (options) => checkPostgres(database, { ...options, isPlain: cipher === undefined }),
    close: () => runAll([() => lock.close(), () => store.close()]),
  });
}
