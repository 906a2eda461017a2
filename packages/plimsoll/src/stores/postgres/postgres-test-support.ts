import pg from "pg";
import { sharedPostgres } from "plimsoll-testkit/shared-postgres";
import type { StorageSubject } from "../../testing/storage/storage-case.js";
import type { StorageAdapter } from "../storage-adapter.js";

const shared = await sharedPostgres();
let schemas = 0;

/** Why there is no PostgreSQL server here; undefined if there is one. */
export const noPostgres: string | undefined = "problem" in shared ? shared.problem : undefined;
export const postgresUrl: string = "url" in shared ? shared.url : "";

/** For the name of a `describe` that is skipped. */
export const withPostgres = (name: string): string =>
  noPostgres === undefined
    ? name
    : `${name} (skipped: no PostgreSQL server runs here: ${noPostgres.slice(0, 200)})`;

/** A schema that no other test of this run has. */
export function newSchema(): string {
  schemas += 1;
  return `test_${process.pid}_${Date.now() % 1_000_000}_${schemas}`;
}

/** Runs SQL without the store. */
export async function runSql(
  sql: string,
  values: readonly unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(postgresUrl);
  await client.connect();
  try {
    return (await client.query(sql, [...values])).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

/** The tables of a store, without which it is empty. */
const TABLES = ["sessions", "entries", "artifact_scopes", "artifact_payloads", "artifact_references"];

/** Stores in one schema, emptied for each. */
export function postgresSubject(
  open: (schema: string) => StorageAdapter | Promise<StorageAdapter>,
): () => StorageSubject {
  const schema = newSchema();
  let isThere = false;
  return () => ({
    async create() {
      if (isThere)
        await runSql(
          TABLES.map((table) => `DELETE FROM ${schema}.${table}`)
            .reverse()
            .join("; "),
        );
      const store = await open(schema);
      await store.sessions();
      isThere = true;
      return store;
    },
    reopen: async () => open(schema),
  });
}
