import type { Coordination, CoordinationOptions } from "../coordination/coordination.js";
import { PostgresDatabase } from "./postgres-database.js";
import { PostgresJobs } from "./postgres-jobs.js";
import { PostgresLimits } from "./postgres-limits.js";
import { postgresOptions, type PostgresStorageOptions } from "./postgres-options.js";
import { SharedPatience } from "./shared-patience.js";

const LEASE_MS = 5000;
/** A dead node's streams are given back after so many leases: nobody pays for counting them a little longer. */
const NODE_LEASES = 3;
const MAX_CONNECTIONS = 5;
/** Requests wait for it, so it is given up early. */
const PATIENCE_MS = 2000;

/** What nodes on one PostgreSQL share: jobs that are done once, and limits that hold for all of them. */
export function postgresCoordination(
  place: Pick<PostgresStorageOptions, "url" | "schema"> = {},
  { leaseMs = LEASE_MS, onTrouble }: CoordinationOptions = {},
): Coordination {
  const { options } = postgresOptions({
    ...place,
    maxConnections: MAX_CONNECTIONS,
    connectTimeoutMs: PATIENCE_MS,
    statementTimeoutMs: PATIENCE_MS,
  });
  const database = new PostgresDatabase(options);
  const patience = new SharedPatience(onTrouble);
  const limits = new PostgresLimits({ database, patience, leaseMs: leaseMs * NODE_LEASES });
  return {
    jobs: new PostgresJobs({ database, patience, leaseMs, listens: !options.isPooled }),
    limits,
    trouble: () => readOnly(database).catch(() => undefined),
    async close() {
      await limits.close();
      await database.close();
    },
  };
}

/** After a failover a server may still be a copy; then it answers questions and takes nothing. */
async function readOnly(database: PostgresDatabase): Promise<string | undefined> {
  const [row] = await database.rows("look whether the database takes writes", {
    name: "read_only",
    text: "SELECT current_setting('transaction_read_only') AS read_only",
    values: [],
  });
  return row?.["read_only"] === "on" ? "the database is read-only" : undefined;
}
