import { readdirSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type S3Server, startS3Server } from "plimsoll-testkit/start-s3-server";
import type { ArtifactScope } from "./artifacts/artifact.js";
import { createArchive } from "./create-archive.js";
import { fileStorage } from "./fs/file-storage.js";
import { newSchema, noPostgres, postgresUrl, runSql } from "./postgres/postgres-test-support.js";
import { postgresStorage } from "./postgres/postgres-storage.js";
import { s3Storage } from "./s3/s3-storage.js";
import { splitStore } from "./split-store.js";
import { sqliteStorage } from "./sqlite/sqlite-storage.js";
import type { StorageAdapter } from "./storage-adapter.js";
import { tenantStorage } from "./tenant-storage.js";

/** `scripts/record-stores.mjs` wrote them with the code of each release. */
const fixtures = fileURLToPath(new URL("./__fixtures__/", import.meta.url));
const RELEASES = readdirSync(fixtures)
  .map((name) => /^stores-of-(.+)\.json$/.exec(name)?.[1] ?? "")
  .filter((release) => release !== "");

const KEY = "5a".repeat(32);
/** So long that a tenant's view keeps it under a digest. */
const LONG = "s".repeat(505);
const LATER = "2026-03-02T10:00:00.000Z";
const textOf = (tenant: string) => `the output of ${tenant}\n\ud800 with a lone surrogate\n`;

type Files = ReadonlyMap<string, Buffer>;
type Opening = (folder: string, files: Files) => StorageAdapter | Promise<StorageAdapter>;
interface Release {
  /** A file that the release wrote, without which it has no such store. */
  readonly file: string;
  readonly open: Opening;
}

let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3Server([]);
});
afterAll(() => s3.stop());

/** As somebody would bring a dump back. */
async function restored(dump: Buffer | undefined, artifactKey?: string): Promise<StorageAdapter> {
  const schema = newSchema();
  const { script, rows } = JSON.parse(String(dump)) as { script: string; rows: Record<string, unknown[]> };
  await runSql(script.replaceAll("recorded_schema", schema));
  await runSql(`DELETE FROM ${schema}.store_version`);
  const first = ["store_version", "sessions", "entries", "artifact_scopes", "artifact_payloads"];
  const tables = [...first, ...Object.keys(rows).filter((table) => !first.includes(table))];
  for (const table of tables)
    await runSql(
      `INSERT INTO ${schema}.${table} OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(NULL::${schema}.${table}, $1)`,
      [JSON.stringify(rows[table])],
    );
  for (const table of ["sessions", "artifact_scopes", "artifact_payloads"])
    await runSql(
      `SELECT setval(pg_get_serial_sequence('${schema}.${table}', 'key'), (SELECT max(key) FROM ${schema}.${table}))`,
    );
  return postgresStorage({ url: postgresUrl, schema, ...(artifactKey === undefined ? {} : { artifactKey }) });
}

let buckets = 0;
async function uploaded(files: Files, folder: string, artifactKey?: string): Promise<StorageAdapter> {
  buckets += 1;
  const name = `bucket-${buckets}`;
  const { endpoint, region, credentials } = s3;
  const storage = s3Storage(
    { bucket: name, endpoint, region, ...credentials, ...(artifactKey === undefined ? {} : { artifactKey }) },
    {},
  );
  s3.addBucket(
    name,
    new Map(
      [...files].flatMap(([path, bytes]) =>
        path.startsWith(`${folder}/`) ? [[path.slice(folder.length + 1), bytes] as const] : [],
      ),
    ),
  );
  return storage;
}

const sqliteAt = (path: string, more: { artifactKey?: string } = {}): StorageAdapter =>
  sqliteStorage({ path, fsync: false, ...more });

const STORES: Readonly<Record<string, Release>> = {
  fs: { file: "fs/", open: (folder) => fileStorage({ path: join(folder, "fs"), fsync: false }) },
  "encrypted fs": {
    file: "fs-sealed/",
    open: (folder) => fileStorage({ path: join(folder, "fs-sealed"), fsync: false, artifactKey: KEY }),
  },
  sqlite: { file: "plain.db", open: (folder) => sqliteAt(join(folder, "plain.db")) },
  "encrypted sqlite": {
    file: "sealed.db",
    open: (folder) => sqliteAt(join(folder, "sealed.db"), { artifactKey: KEY }),
  },
  // What was said with an option of its own for artifacts, in a folder or a file of their own.
  "fs with artifacts in a folder of their own": {
    file: "fs/",
    open: (folder) =>
      fileStorage({ path: join(folder, "fs"), artifactsPath: join(folder, "fs", "artifacts"), fsync: false }),
  },
  "fs with artifacts in a database": {
    file: "plain.db",
    open: (folder) =>
      splitStore({
        entries: fileStorage({ path: join(folder, "fs"), fsync: false }),
        artifacts: sqliteAt(join(folder, "plain.db")),
      }),
  },
  postgres: { file: "postgres.json", open: (_, files) => restored(files.get("postgres.json")) },
  "encrypted postgres": {
    file: "postgres-sealed.json",
    open: (_, files) => restored(files.get("postgres-sealed.json"), KEY),
  },
  s3: { file: "s3/", open: (_, files) => uploaded(files, "s3") },
  "encrypted s3": { file: "s3-sealed/", open: (_, files) => uploaded(files, "s3-sealed", KEY) },
};

describe.each(RELEASES)("a store of release %s", async (release) => {
  const packed = JSON.parse(await readFile(join(fixtures, `stores-of-${release}.json`), "utf8")) as object;
  const files: Files = new Map(
    Object.entries(packed).map(([name, bytes]) => [name, gunzipSync(Buffer.from(String(bytes), "base64"))]),
  );
  const names = Object.keys(STORES).filter(
    (name) =>
      [...files.keys()].some((file) => file.startsWith(STORES[name]?.file ?? "")) &&
      (noPostgres === undefined || !name.includes("postgres")),
  );

  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "plimsoll-earlier-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  beforeEach(async () => {
    await rm(folder, { recursive: true, force: true });
    for (const [name, bytes] of files) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), bytes);
    }
  });

  it.each(names)("(%s) gives back what was stored, and goes on from there", async (name) => {
    const storage = (await STORES[name]?.open(folder, files)) as StorageAdapter;
    for (const [tenant, sessionId] of [
      ["default", "Session/1"],
      ["acme", "Session/1"],
      ["acme", LONG],
    ] as const)
      await usesSession(storage, { tenant, sessionId });
    await storage.close();
  });
});

async function usesSession(storage: StorageAdapter, scope: ArtifactScope): Promise<void> {
  const { tenant, sessionId } = scope;
  const archive = createArchive(tenant === "default" ? storage : tenantStorage(storage, tenant));
  expect((await archive.sessions()).map((info) => info.sessionId)).toContain(sessionId);
  expect((await archive.artifactSessions(tenant)).map((info) => info.sessionId)).toContain(sessionId);
  const entries = await archive.read(sessionId);
  expect(entries.map(({ data }) => data)).toEqual([
    { role: "user", content: `hello from ${tenant}` },
    { type: "function_call_output", call_id: "c", output: textOf(tenant) },
    { event: "compact.token_estimate" },
  ]);
  const [info] = await archive.searchArtifacts(scope, ["SURROGATE"]);
  expect(info).toMatchObject({ kind: "log", label: "npm test", lines: 2 });
  expect(info?.id).toBe(archive.artifactId(textOf(tenant)));
  const payload = { text: textOf(tenant), kind: "json", label: "again", ts: LATER };
  await archive.appendItems(sessionId, [], [payload]);
  expect(await archive.listArtifacts(scope)).toEqual([{ ...info, lastTs: LATER }]);
  expect(await archive.remove(sessionId)).toBe(true);
  expect(await archive.read(sessionId)).toEqual([]);
}
