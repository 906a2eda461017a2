import type { Pool, PoolClient } from "pg";
import { CompactError } from "../../errors/compact-error.js";
import { codeOf } from "./postgres-unavailable.js";
import { postgresMigrations } from "./postgres-migrations.js";
import type { PostgresOptions } from "./postgres-options.js";

/** Whoever migrates holds this lock, whatever the schema. */
const MIGRATION_LOCK = 1_349_282_157;
const MISSING = new Set(["42P01", "3F000"]);

type Migrating = Pick<PostgresOptions, "schema" | "place" | "migrates">;

/** Brings a new or older schema to this release; processes may do so at the same time. */
export async function migratePostgres(pool: Pool, options: Migrating): Promise<void> {
  const steps = postgresMigrations(options.schema);
  const found = await schemaVersion(pool, options);
  if (found === steps.length) return;
  if (!options.migrates) throw needsMigration(found, steps.length, options);
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`);
    await requireUnicode(client, options);
    await client.query(versionTable(options.schema));
    const version = await readVersion(client, options);
    for (const [index, step] of steps.entries()) if (index >= version) await client.query(step);
    if (version < steps.length) await client.query(setVersion(options.schema, steps.length));
    await client.query("COMMIT");
    client.release();
  } catch (error) {
    // Closing the connection takes everything back.
    client.release(true);
    throw error;
  }
}

/** Everything that a new or older schema needs, as one text for `psql`. */
export function postgresMigrationScript(schema: string, from = 0): string {
  const steps = postgresMigrations(schema);
  return [
    "BEGIN;",
    `SELECT pg_advisory_xact_lock(${MIGRATION_LOCK});`,
    `${versionTable(schema)};`,
    ...steps.slice(from),
    `${setVersion(schema, steps.length)};`,
    "COMMIT;\n",
  ].join("\n");
}

/** The version of the schema; 0 if there is none. */
async function schemaVersion(pool: Pick<Pool, "query">, options: Migrating): Promise<number> {
  try {
    return await readVersion(pool, options);
  } catch (error) {
    if (MISSING.has(codeOf(error) ?? "")) return 0;
    throw error;
  }
}

async function readVersion(from: Pick<Pool, "query">, { schema, place }: Migrating): Promise<number> {
  const { rows } = await from.query<{ version: number }>(`SELECT version FROM ${schema}.store_version`);
  const version = rows[0]?.version ?? 0;
  const known = postgresMigrations(schema).length;
  if (version <= known) return version;
  throw new CompactError(
    "STORE_UNAVAILABLE",
    `The schema ${schema} at ${place} has version ${version}; this release knows versions up to ${known}. Use the release that wrote it, or a later one.`,
    { details: { path: place, version, supported: known } },
  );
}

async function requireUnicode(client: PoolClient, { place }: Migrating): Promise<void> {
  const { rows } = await client.query<{ server_encoding: string }>("SHOW server_encoding");
  const encoding = rows[0]?.server_encoding;
  if (encoding === "UTF8") return;
  throw new CompactError(
    "STORE_UNAVAILABLE",
    `The database at ${place} has the encoding ${encoding}; the postgres store needs one that was created with ENCODING 'UTF8'.`,
    { details: { path: place, encoding } },
  );
}

const versionTable = (schema: string): string =>
  `CREATE SCHEMA IF NOT EXISTS ${schema}; CREATE TABLE IF NOT EXISTS ${schema}.store_version (version integer NOT NULL)`;

const setVersion = (schema: string, version: number): string =>
  `DELETE FROM ${schema}.store_version; INSERT INTO ${schema}.store_version VALUES (${version})`;

function needsMigration(found: number, wanted: number, { schema, place }: Migrating): CompactError {
  return new CompactError(
    "STORE_UNAVAILABLE",
    `The schema ${schema} at ${place} has version ${found}, and this release needs ${wanted}. Run \`compactctl store migrate\`, or what it prints with --print.`,
    { details: { path: place, version: found, wanted } },
  );
}
