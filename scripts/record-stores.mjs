// Writes a small store of every kind with the code of one release, for the tests that later releases read it:
//
//   npm run build && node scripts/record-stores.mjs VERSION [--sources FOLDER]
//
// FOLDER is `packages/plimsoll/src` of the release; without it, of this tree. A kind that the release has not is left out. Run it once for
// each release, and never again: what a release wrote does not change.
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import pg from "pg";
import { startPostgres } from "plimsoll-testkit/start-postgres";
import { startS3Server } from "plimsoll-testkit/start-s3-server";
import { build } from "vite";

const root = fileURLToPath(new URL("../", import.meta.url));
const own = join(root, "packages/plimsoll/src");
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sources: { type: "string", default: own } },
});
const [version] = positionals;
if (version === undefined) throw new Error("Name the release whose stores these are.");

const KEY = "5a".repeat(32);
const LONG = "s".repeat(505);
const TS = "2026-03-01T10:00:00.000Z";
/** A name that stands for nothing else in what is recorded. */
const SCHEMA = "recorded_schema";
const textOf = (tenant) => `the output of ${tenant}\n\ud800 with a lone surrogate\n`;

/** The stores of the release, built for this Node. */
async function libraryOf(folder) {
  const sources = resolve(values.sources);
  const parts = [
    "create-archive.ts",
    "tenant-storage.ts",
    "fs/file-storage.ts",
    "sqlite/sqlite-storage.ts",
    "postgres/postgres-storage.ts",
    "postgres/migrate-postgres.ts",
    "s3/s3-storage.ts",
  ];
  const paths = parts.map((part) => join(sources, "stores", part)).filter((path) => existsSync(path));
  const lines = paths.map((path) => `export * from ${JSON.stringify(path)};\n`);
  await writeFile(join(folder, "entry.js"), lines.join(""));
  await build({
    configFile: false,
    logLevel: "silent",
    root,
    build: {
      ssr: join(folder, "entry.js"),
      outDir: folder,
      emptyOutDir: false,
      rollupOptions: { output: { entryFileNames: "stores.mjs" } },
    },
  });
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  return import(pathToFileURL(join(folder, "stores.mjs")).href);
}

/** Sessions of two tenants, each with an item, an output that is kept as a payload, and an event. */
async function fill(library, storage) {
  for (const [tenant, sessionId] of [
    ["default", "Session/1"],
    ["acme", "Session/1"],
    ["acme", LONG],
  ]) {
    const view = tenant === "default" ? storage : library.tenantStorage(storage, tenant);
    const archive = library.createArchive(view);
    const output = { type: "function_call_output", call_id: "c", output: textOf(tenant) };
    await archive.appendItems(
      sessionId,
      [
        { kind: "item", id: "1", ts: TS, data: { role: "user", content: `hello from ${tenant}` } },
        { kind: "item", id: "2", ts: TS, data: output },
      ],
      [{ text: textOf(tenant), kind: "log", label: "npm test", ts: TS }],
    );
    await view.append(sessionId, [
      { kind: "event", id: "3", ts: TS, data: { event: "compact.token_estimate" } },
    ]);
  }
  await storage.close();
}

/** The rows of all tables. */
async function dumped(url) {
  const client = new pg.Client(url);
  await client.connect();
  const { rows: tables } = await client.query(
    "SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = $1::regnamespace AND c.relkind = 'r'",
    [SCHEMA],
  );
  const rows = {};
  for (const { name } of tables) {
    const { rows: found } = await client.query(
      `SELECT coalesce(json_agg(t), '[]')::text AS rows FROM ${SCHEMA}.${name} t`,
    );
    rows[name] = JSON.parse(found[0].rows);
  }
  await client.end();
  return rows;
}

const folder = await mkdtemp(join(tmpdir(), "plimsoll-stores-"));
const files = new Map();
try {
  await mkdir(join(folder, "build"));
  await mkdir(join(folder, "data"));
  const library = await libraryOf(join(folder, "build"));
  const at = (name) => join(folder, "data", name);
  for (const [suffix, artifactKey] of [
    ["", {}],
    ["-sealed", { artifactKey: KEY }],
  ]) {
    const database = artifactKey.artifactKey === undefined ? "plain.db" : "sealed.db";
    await fill(library, library.fileStorage({ path: at(`fs${suffix}`), ...artifactKey }));
    await fill(library, library.sqliteStorage({ path: at(database), ...artifactKey }));
    if (library.postgresStorage) {
      const server = await startPostgres();
      await fill(library, library.postgresStorage({ url: server.url, schema: SCHEMA, ...artifactKey }));
      const script = library.postgresMigrationScript(SCHEMA);
      const dump = JSON.stringify({ script, rows: await dumped(server.url) });
      files.set(`postgres${suffix}.json`, Buffer.from(dump));
      await server.stop();
    }
    if (library.s3Storage) {
      const server = await startS3Server();
      const { endpoint, region, credentials } = server;
      const where = { bucket: "bucket", endpoint, region, ...credentials };
      await fill(library, library.s3Storage({ ...where, ...artifactKey }, {}));
      for (const [key, { body }] of server.buckets.get("bucket").objects)
        files.set(`s3${suffix}/${key}`, body);
      await server.stop();
    }
  }
  for (const entry of await readdir(join(folder, "data"), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(relative(join(folder, "data"), path), await readFile(path));
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
const packed = [...files]
  .sort(([left], [right]) => (left < right ? -1 : 1))
  .map(([name, bytes]) => [name, gzipSync(bytes).toString("base64")]);
const target = join(own, `stores/__fixtures__/stores-of-${version}.json`);
await writeFile(target, `${JSON.stringify(Object.fromEntries(packed), null, 1)}\n`);
console.log(`${packed.length} files in ${relative(root, target)}`);
