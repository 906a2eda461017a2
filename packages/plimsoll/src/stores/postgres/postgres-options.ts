import { CompactError } from "../../errors/compact-error.js";
import { checkedOptions } from "../../validation/checked-options.js";
import type { Shape } from "../../validation/shape.js";
import { KEY } from "../disk-options.js";
import type { ArtifactKeys } from "../keys/key-service.js";

export interface PostgresStorageOptions {
  /**
   * `postgresql://user:password@host:port/database`, with `?sslmode=verify-full` and the like. With `pgbouncer=true` the
   * store does nothing that a pooler between transactions would break. @default the usual PG variables
   */
  readonly url?: string;
  /** The schema of its tables, created on the first use. @default "plimsoll" */
  readonly schema?: string;
  /** As for `sqliteStorage`. */
  readonly artifactKey?: ArtifactKeys;
  /** @default 10 */
  readonly maxConnections?: number;
  /** How long to wait for a connection. @default 5000 */
  readonly connectTimeoutMs?: number;
  /** How long a statement may take, in the server and on the way. @default 30000 */
  readonly statementTimeoutMs?: number;
  /** False: the schema is not created or changed; somebody else runs `compactctl store migrate --print`. @default true */
  readonly migrates?: boolean;
}

/** The options, complete and checked. */
export interface PostgresOptions {
  /** Undefined: the PG variables say where. */
  readonly url: string | undefined;
  /** Where it is, without a password. */
  readonly place: string;
  readonly schema: string;
  readonly maxConnections: number;
  readonly connectTimeoutMs: number;
  readonly statementTimeoutMs: number;
  readonly migrates: boolean;
  /** A pooler gives every transaction another connection: nothing outlives one. */
  readonly isPooled: boolean;
}

const DEFAULT_SCHEMA = "plimsoll";
const MILLISECONDS: Shape = { kind: "number", whole: true, min: 1, max: 2_147_483_647 };
/** A name that needs no quotes. */
const SCHEMA_NAME: Shape = {
  kind: "text",
  pattern: /^[a-z_][a-z0-9_]{0,62}$/,
  be: "the name of a schema: small letters, digits and _, at most 63",
};

/** @throws CompactError `INVALID_INPUT` with the option, its value and what is allowed. */
export function postgresOptions(given: unknown): {
  readonly options: PostgresOptions;
  readonly artifactKey: ArtifactKeys | undefined;
} {
  const { artifactKey, url, ...rest } = checkedOptions<PostgresStorageOptions>(given, {
    what: "postgresStorage",
    code: "INVALID_INPUT",
    fields: {
      url: "text",
      schema: SCHEMA_NAME,
      artifactKey: KEY,
      maxConnections: { kind: "number", whole: true, min: 1, max: 1000 },
      connectTimeoutMs: MILLISECONDS,
      statementTimeoutMs: MILLISECONDS,
      migrates: "flag",
    },
  });
  return {
    options: {
      schema: DEFAULT_SCHEMA,
      maxConnections: 10,
      connectTimeoutMs: 5000,
      statementTimeoutMs: 30_000,
      migrates: true,
      ...rest,
      ...address(url),
    },
    artifactKey,
  };
}

const FROM_VARIABLES = "the database of the PG variables";

function address(url: string | undefined): Pick<PostgresOptions, "url" | "place" | "isPooled"> {
  if (url === undefined) return { url, place: FROM_VARIABLES, isPooled: false };
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol !== "postgresql:" && parsed?.protocol !== "postgres:")
    // The address may hold a password, so it is not shown.
    throw new CompactError(
      "INVALID_INPUT",
      "`url` of postgresStorage is no address of a PostgreSQL database; give postgresql://user@host:5432/database.",
      { details: { key: "url" } },
    );
  const isPooled = parsed.searchParams.get("pgbouncer") === "true";
  parsed.searchParams.delete("pgbouncer");
  const place = `postgresql://${parsed.host}${parsed.pathname}`;
  return { url: parsed.href, place, isPooled };
}
