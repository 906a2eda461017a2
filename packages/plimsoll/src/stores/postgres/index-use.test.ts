import { describe, expect, it } from "vitest";
import type { StorageAdapter, StoredEntry } from "../storage-adapter.js";
import { newSchema, noPostgres, postgresUrl, runSql, withPostgres } from "./postgres-test-support.js";
import { postgresStorage } from "./postgres-storage.js";

/** `PLIMSOLL_TEST_ENTRIES=1000000` leaves the choice to the planner. */
const ENTRIES = Number(process.env["PLIMSOLL_TEST_ENTRIES"] ?? 5000);
/** Small tables are read whole where they may be. */
const PLANNER = ENTRIES < 1_000_000 ? `&options=${encodeURIComponent("-c enable_seqscan=off")}` : "";
const SESSIONS = ENTRIES / 100;
const TS = "2026-03-01T10:00:00.000Z";
const SCOPE = { tenant: "t7", sessionId: "s" };
const item = (id: string): StoredEntry => ({ kind: "item", id, ts: TS, data: id });
const payload = (text: string) => ({ text, kind: "log", label: "", ts: TS });

/** Rows of sessions that nobody asks for, and what the planner needs to know of them. */
const others = (schema: string): readonly string[] => [
  `INSERT INTO ${schema}.sessions (digest, id, entries, first_ts, last_ts, last_milliseconds)
    SELECT md5('s' || n)::uuid, '"s' || n || '"', 100, '${TS}', '${TS}', 1900000000000 FROM generate_series(1, ${SESSIONS}) n`,
  `INSERT INTO ${schema}.entries (session, position, digest, kind, id, ts, data)
    SELECT s.key, p, md5(s.key || '/' || p)::uuid, 'item', '"i' || p || '"', '${TS}', '"text"'
    FROM ${schema}.sessions s CROSS JOIN generate_series(1, 100) p`,
  `INSERT INTO ${schema}.artifact_scopes (digest, tenant, session)
    SELECT md5('a' || n)::uuid, 't' || n % 100, '"s' || n || '"' FROM generate_series(1, ${SESSIONS}) n`,
  `INSERT INTO ${schema}.artifact_payloads (tenant, id, characters, lines, data)
    SELECT 't' || n % 100, 'art_' || md5('p' || n), 1, 1, '\\x00' FROM generate_series(1, ${ENTRIES / 10}) n`,
  `INSERT INTO ${schema}.artifact_references (scope, payload, about, first_ts, last_ts, last_milliseconds)
    SELECT s.key, p.key, '\\x', '${TS}', '${TS}', 1900000000000 FROM ${schema}.artifact_scopes s
    JOIN ${schema}.artifact_payloads p ON p.key % ${SESSIONS} = s.key % ${SESSIONS}`,
  ...["sessions", "entries", "artifact_scopes", "artifact_payloads", "artifact_references"].map(
    (table) => `VACUUM ANALYZE ${schema}.${table}`,
  ),
];

/** Everything that a store does. */
const OPERATIONS: Readonly<Record<string, (store: StorageAdapter) => Promise<unknown>>> = {
  append: (store) => store.append("s", [item("1"), item("2")]),
  "append again": (store) => store.append("s", [item("2"), item("3")]),
  read: (store) => store.read("s"),
  "read kinds": (store) => store.read("s", ["item", "checkpoint"]),
  find: (store) => store.find("s", ["1", "absent"]),
  putArtifacts: (store) => store.putArtifacts(SCOPE, [payload("one text"), payload("another text")]),
  getArtifact: (store) => store.getArtifact(SCOPE, `art_${"0".repeat(32)}`),
  listArtifacts: (store) => store.listArtifacts(SCOPE),
  searchArtifacts: (store) => store.searchArtifacts(SCOPE, ["text", "検索"]),
  artifactSessions: (store) => store.artifactSessions("t7"),
  sweep: (store) => store.sweep("2020-01-01T00:00:00.000Z"),
  sweepArtifacts: (store) => store.sweepArtifacts("2020-01-01T00:00:00.000Z"),
  removeArtifacts: (store) => store.removeArtifacts(SCOPE),
  remove: (store) => store.remove("s"),
  exclusively: async (store) => store.exclusively?.("s", async ({ revision }) => revision()),
};

describe.skipIf(noPostgres !== undefined)(withPostgres("PostgreSQL"), () => {
  it("reads no table of entries or payloads from end to end, whatever the store does", async () => {
    const schema = newSchema();
    const first = postgresStorage({ url: postgresUrl, schema });
    await first.sessions();
    await first.close();
    for (const sql of others(schema)) await runSql(sql);
    const scans = async (): Promise<Record<string, number>> =>
      Object.fromEntries(
        (
          await runSql(
            "SELECT relname, seq_scan FROM pg_stat_user_tables WHERE schemaname = $1 AND relname = ANY ($2)",
            [schema, ["entries", "artifact_payloads", "artifact_references", "artifact_scopes"]],
          )
        ).map((row) => [String(row["relname"]), Number(row["seq_scan"])]),
      );
    const scanned: string[] = [];
    for (const [name, operation] of Object.entries(OPERATIONS)) {
      const before = await scans();
      const store = postgresStorage({
        url: `${postgresUrl}?application_name=${schema}${PLANNER}`,
        schema,
      });
      await operation(store);
      // A connection tells its counts when it ends, at the latest.
      await store.close();
      const left = "SELECT 1 FROM pg_stat_activity WHERE application_name = $1";
      while ((await runSql(left, [schema])).length > 0);
      const after = await scans();
      for (const table of Object.keys(after))
        if (after[table] !== before[table]) scanned.push(`${name}: ${table}`);
    }
    expect(scanned).toEqual([]);
  });
});
