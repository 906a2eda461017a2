import { appendFile, readdir, readFile, rm, truncate, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { createArchive } from "../create-archive.js";
import { fileStorage } from "../fs/file-storage.js";
import { noPostgres, runSql, withPostgres } from "../postgres/postgres-test-support.js";
import { openSqlite } from "../sqlite/sqlite-driver.js";
import { sqliteStorage } from "../sqlite/sqlite-storage.js";
import type { StorageAdapter, StoredEntry } from "../storage-adapter.js";
import { storeInBucket, storeInSchema, temporaryFolder } from "../store-places-test-support.js";
import { tenantStorage } from "../tenant-storage.js";
import { surveyStore } from "./survey-store.js";

const TS = "2026-03-01T10:00:00.000Z";
const item = (id: string, data: unknown): StoredEntry => ({ kind: "item", id, ts: TS, data });
const payload = (text: string) => ({ text, kind: "log", label: "of a build", ts: TS });
const LOG = "the build failed in module seventeen ".repeat(20);

let folder = "";
beforeEach(async () => {
  folder = await temporaryFolder();
});

/** A session whose item refers to a payload, and one of another tenant. */
async function fill(storage: StorageAdapter): Promise<void> {
  const archive = createArchive(storage);
  await archive.appendItems("s", [item("1", { role: "tool", content: LOG })], [payload(LOG)]);
  await tenantStorage(storage, "acme").append("s", [item("1", "of acme")]);
}

const kinds = async (storage: StorageAdapter, repair = false): Promise<string[]> =>
  (await surveyStore(storage, { repair })).findings.map(
    ({ kind, isMended }) => `${kind}${isMended === true ? " mended" : ""}`,
  );

describe("surveyStore", () => {
  it("reads every entry and payload of every tenant, and says what nobody holds any more", async () => {
    const storage = fileStorage({ path: folder, fsync: false });
    await fill(storage);
    const seen: number[] = [];
    const sound = await surveyStore(storage, { onProgress: ({ sessions }) => seen.push(sessions) });
    expect(sound).toEqual({ sessions: 2, entries: 2, artifacts: 1, findings: [] });
    expect(seen).toEqual([1, 2]);
    await storage.removeArtifacts({ tenant: "default", sessionId: "s" });
    const { findings } = await surveyStore(storage);
    expect(findings).toEqual([
      expect.objectContaining({
        kind: "missing_payload",
        sessionId: "s",
        artifactId: expect.stringMatching(/^art_/),
      }),
    ]);
  });

  it("moves a torn last line aside, takes orphaned files away and keeps every entry, in a folder", async () => {
    const storage = fileStorage({ path: folder, fsync: false });
    await fill(storage);
    await appendFile(join(folder, "s.jsonl"), '{"kind":"item","id":"torn","ts":"2026');
    await writeFile(join(folder, "s.jsonl.x.tmp"), "half");
    await writeFile(join(folder, "young.tmp"), "being written");
    await utimes(join(folder, "s.jsonl.x.tmp"), 1, 1);
    await writeFile(join(folder, "copy.jsonl"), await readFile(join(folder, "s.jsonl")));
    await writeFile(
      join(folder, "s.jsonl.replaced"),
      `${JSON.stringify({ plimsoll: "session", version: 1, sessionId: "s" })}\n${JSON.stringify(item("1", 0))}\n${JSON.stringify(item("late", "acknowledged"))}\n`,
    );
    const found = ["foreign_file", "replaced_file", "temporary_file", "torn_line"];
    expect((await kinds(storage)).sort()).toEqual(found);
    expect((await kinds(storage)).sort()).toEqual(found);
    expect((await kinds(storage, true)).sort()).toEqual([
      "foreign_file",
      "replaced_file mended",
      "temporary_file mended",
      "torn_line mended",
    ]);
    expect((await kinds(storage)).filter((kind) => kind !== "unknown_line")).toEqual(["foreign_file"]);
    expect((await storage.read("s")).map(({ id }) => id)).toEqual(["1", "late"]);
    const names = await readdir(folder);
    const aside = names.find((name) => name.endsWith(".torn")) ?? "";
    expect(await readFile(join(folder, aside), "utf8")).toContain('"id":"torn"');
    expect(names).toContain("young.tmp");
  });

  it("names a payload whose bytes are gone although it is listed", async () => {
    const storage = fileStorage({ path: folder, fsync: false });
    await fill(storage);
    expect(await kinds(storage, false)).not.toContain("damaged_payload");
    const names = await readdir(folder, { recursive: true, withFileTypes: true });
    const object = names.find(({ name }) => /^art_[0-9a-f]{32}$/.test(name));
    await rm(join(object?.parentPath ?? "", object?.name ?? ""));
    expect(await kinds(storage, false)).toContain("damaged_payload");
  });

  it("names damaged payloads and sessions, which no repair touches", async () => {
    const storage = fileStorage({ path: folder, fsync: false });
    await fill(storage);
    const names = await readdir(folder, { recursive: true, withFileTypes: true });
    const object = names.find(({ name }) => /^art_[0-9a-f]{32}$/.test(name));
    await truncate(join(object?.parentPath ?? "", object?.name ?? ""), 20);
    await writeFile(
      join(folder, "s.jsonl"),
      (await readFile(join(folder, "s.jsonl"), "utf8")).replace('"sessionId":"s"', '"sessionId":"t"'),
    );
    expect((await kinds(storage, true)).sort()).toEqual([
      "damaged_payload",
      "foreign_file",
      "missing_payload",
    ]);
  });

  it("counts and indexes anew in an SQLite file", async () => {
    const path = join(folder, "archive.db");
    const storage = sqliteStorage({ path, fsync: false });
    await fill(storage);
    const driver = await openSqlite(path);
    driver.exec("UPDATE sessions SET entries = 9; DELETE FROM artifact_trigrams");
    driver.exec("INSERT INTO artifact_trigrams (rowid, text) VALUES (77, 'of a payload that is gone')");
    driver.close();
    expect(await storage.searchArtifacts({ tenant: "default", sessionId: "s" }, ["seventeen"])).toEqual([]);
    const found = ["wrong_count", "wrong_count", "wrong_index", "wrong_index"];
    expect((await kinds(storage)).sort()).toEqual(found);
    expect((await kinds(storage, true)).sort()).toEqual(found.map((kind) => `${kind} mended`));
    expect(await kinds(storage)).toEqual([]);
    expect(await storage.searchArtifacts({ tenant: "default", sessionId: "s" }, ["seventeen"])).toHaveLength(
      1,
    );
    expect((await storage.sessions()).map(({ entries }) => entries)).toEqual([1, 1]);
    await storage.close();
  });

  it.skipIf(noPostgres !== undefined)(withPostgres("counts and signs anew in PostgreSQL"), async () => {
    const { storage, schema } = storeInSchema();
    await fill(storage);
    await runSql(`UPDATE ${schema}.sessions SET entries = 0`);
    await runSql(`UPDATE ${schema}.artifact_payloads SET signature = '\\x0000000000000000'`);
    expect(await storage.searchArtifacts({ tenant: "default", sessionId: "s" }, ["seventeen"])).toEqual([]);
    expect((await kinds(storage, true)).sort()).toEqual([
      "wrong_count mended",
      "wrong_count mended",
      "wrong_index mended",
    ]);
    expect(await kinds(storage)).toEqual([]);
    expect(await storage.searchArtifacts({ tenant: "default", sessionId: "s" }, ["seventeen"])).toHaveLength(
      1,
    );
  });

  it("misses a batch of entries that is gone from a bucket, and ends uploads that nobody finishes", async () => {
    const { storage, bucket } = await storeInBucket();
    await fill(storage);
    await storage.append("s", [item("2", 2)]);
    await storage.append("s", [item("3", 3)]);
    expect(await kinds(storage)).toEqual([]);
    bucket.startUpload("p/artifacts/old", {}, new Date("2026-01-01T00:00:00Z"));
    bucket.startUpload("p/artifacts/young", {});
    const batch = [...bucket.objects.keys()].filter((key) => key.endsWith("9997.jsonl"));
    expect(batch).toHaveLength(1);
    for (const key of batch) bucket.objects.delete(key);
    expect(await kinds(storage, true)).toEqual(["missing_batch", "unfinished_upload mended"]);
    expect(bucket.openUploads).toBe(1);
  });
});
