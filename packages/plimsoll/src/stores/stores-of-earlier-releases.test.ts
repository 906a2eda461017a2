import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createArchive } from "./create-archive.js";
import { fileStorage } from "./fs/file-storage.js";
import { splitStore } from "./split-store.js";
import { sqliteStorage } from "./sqlite/sqlite-storage.js";
import type { StorageAdapter } from "./storage-adapter.js";
import { tenantStorage } from "./tenant-storage.js";

const KEY = "5a".repeat(32);
/** So long that a tenant's view keeps it under a digest. */
const LONG = "s".repeat(505);
const LATER = "2026-03-02T10:00:00.000Z";
const textOf = (tenant: string) => `the output of ${tenant}\n\ud800 with a lone surrogate\n`;

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "plimsoll-earlier-"));
  const fixture = new URL("./__fixtures__/stores-of-0.1.0.json", import.meta.url);
  const files = JSON.parse(await readFile(fixture, "utf8")) as Record<string, string>;
  for (const [name, packed] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), gunzipSync(Buffer.from(packed, "base64")));
  }
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const stores: Readonly<Record<string, () => StorageAdapter>> = {
  fs: () => fileStorage({ path: join(folder, "fs"), fsync: false }),
  "encrypted fs": () => fileStorage({ path: join(folder, "fs-sealed"), fsync: false, artifactKey: KEY }),
  sqlite: () => sqliteStorage({ path: join(folder, "plain.db"), fsync: false }),
  "encrypted sqlite": () =>
    sqliteStorage({ path: join(folder, "sealed.db"), fsync: false, artifactKey: KEY }),
  // What was said with an option of its own for artifacts, in a folder or a file of their own.
  "fs with artifacts in a folder of their own": () =>
    fileStorage({ path: join(folder, "fs"), artifactsPath: join(folder, "fs", "artifacts"), fsync: false }),
  "fs with artifacts in a database": () =>
    splitStore({
      entries: fileStorage({ path: join(folder, "fs"), fsync: false }),
      artifacts: sqliteStorage({ path: join(folder, "plain.db"), fsync: false }),
    }),
};

describe.each(Object.keys(stores))("a store of release 0.1.0: %s", (name) => {
  const open = (): StorageAdapter => stores[name]?.() as StorageAdapter;

  it.each([
    ["default", "Session/1"],
    ["acme", "Session/1"],
    ["acme", LONG],
  ])("gives back what %s stored, and goes on from there", async (tenant, sessionId) => {
    const storage = open();
    const archive = createArchive(tenant === "default" ? storage : tenantStorage(storage, tenant));
    expect((await archive.sessions()).map((info) => info.sessionId)).toContain(sessionId);
    expect((await archive.artifactSessions(tenant)).map((info) => info.sessionId)).toContain(sessionId);
    const entries = await archive.read(sessionId);
    expect(entries.map(({ data }) => data)).toEqual([
      { role: "user", content: `hello from ${tenant}` },
      { type: "function_call_output", call_id: "c", output: textOf(tenant) },
      { event: "compact.token_estimate" },
    ]);
    const scope = { tenant, sessionId };
    const [info] = await archive.searchArtifacts(scope, ["SURROGATE"]);
    expect(info).toMatchObject({ kind: "log", label: "npm test", lines: 2 });
    expect(info?.id).toBe(archive.artifactId(textOf(tenant)));
    const payload = { text: textOf(tenant), kind: "json", label: "again", ts: LATER };
    await archive.appendItems(sessionId, [], [payload]);
    expect(await archive.listArtifacts(scope)).toEqual([{ ...info, lastTs: LATER }]);
    expect(await archive.remove(sessionId)).toBe(true);
    expect(await archive.read(sessionId)).toEqual([]);
    await storage.close();
  });
});
