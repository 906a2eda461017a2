import { appendFile, readdir, readFile, rm, truncate, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sampled } from "plimsoll-testkit/scaled";
import { beforeEach, describe, expect, it } from "vitest";
import type { CompactError } from "../../errors/compact-error.js";
import { createArchive } from "../create-archive.js";
import { fileStorage } from "../fs/file-storage.js";
import { noPostgres, runSql, withPostgres } from "../postgres/postgres-test-support.js";
import { openSqlite } from "../sqlite/sqlite-driver.js";
import { sqliteStorage } from "../sqlite/sqlite-storage.js";
import type { StorageAdapter, StoredEntry } from "../storage-adapter.js";
import { storeInBucket, storeInSchema, temporaryFolder } from "../store-places-test-support.js";
import { tenantStorage } from "../tenant-storage.js";
import { FINDINGS } from "./store-finding.js";
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
      "missing_payload",
      "unreadable_session",
    ]);
  });

  it("names every line of a session file that is damaged, and passes those that may be there", async () => {
    const storage = fileStorage({ path: folder, fsync: false });
    await storage.append(
      "s",
      ["1", "2", "3"].map((id) => item(id, { role: "user", content: `the words of item ${id}` })),
    );
    const path = join(folder, "s.jsonl");
    const sound = await readFile(path);
    const check = async (bytes: Buffer | string): Promise<string[]> => {
      await writeFile(path, bytes);
      return kinds(fileStorage({ path: folder, fsync: false }));
    };
    const flipped = (place: number): Buffer =>
      Buffer.from(sound).fill((sound[place] ?? 0) ^ 0xff, place, place + 1);
    const places = Array.from({ length: sound.length - 1 }, (_, place) => place);
    for (const place of sampled(places, 40))
      expect([place, await check(flipped(place))]).toEqual([
        place,
        place > sound.indexOf(10) ? ["damaged_line"] : ["unreadable_session", "damaged_line"],
      ]);
    const [header, first, ...rest] = String(sound).split("\n");
    const lines = (...added: string[]): string => [header, first, ...added, ...rest].join("\n");
    expect(await check(lines(`{"kind":"vote","id":"v","ts":"${TS}","data":1}`))).toEqual(["unknown_line"]);
    expect(await check(lines('{"kind":"item","id":"4","ts":"20'))).toEqual(["unknown_line"]);
    expect(await check(lines('{"role":"user"}'))).toEqual(["damaged_line"]);
    expect(await check("")).toEqual(["empty_file"]);
    expect(await kinds(storage, true)).toEqual(["empty_file mended"]);
    expect(await kinds(storage)).toEqual([]);
    expect(await check('{"plimsoll":"ses')).toEqual(["torn_line"]);
    expect(await kinds(storage, true)).toEqual(["torn_line mended", "empty_file mended"]);
    expect(await kinds(storage)).toEqual([]);
  });

  it("says what to do with an SQLite file that is empty, cut or malformed, and leaves it as it is", async () => {
    const path = join(folder, "archive.db");
    const first = sqliteStorage({ path, fsync: false });
    await fill(first);
    await first.close();
    const sound = await readFile(path);
    const check = async (bytes: Buffer): Promise<string> => {
      await writeFile(path, bytes);
      const storage = sqliteStorage({ path, fsync: false });
      const said = await surveyStore(storage, { repair: true })
        .then(({ findings }) => findings.filter(({ kind }) => FINDINGS[kind] === "error"))
        .then((errors) => errors.map(({ message }) => message).join("\n"))
        .catch((error: unknown) => (error as CompactError).message);
      await storage.close();
      return said;
    };
    expect(await check(Buffer.alloc(0))).toMatch(/is empty \(0 bytes\).*backup/);
    expect(await readFile(path)).toHaveLength(0);
    const advice = /put it back from a backup.*`compactctl store repair`/s;
    expect(await check(sound.subarray(0, 3 * 4096 + 5))).toMatch(advice);
    expect(await check(Buffer.alloc(sound.length, "garbage"))).toMatch(advice);
    const pages = sound.length / 4096;
    for (const page of sampled([...Array(pages).keys()], 4)) {
      const damaged = Buffer.from(sound).fill(0xa7, page * 4096, (page + 1) * 4096);
      expect([page, await check(damaged)]).toEqual([page, expect.stringMatching(advice)]);
    }
  });

  it("counts and indexes anew in an SQLite file", async () => {
    const path = join(folder, "archive.db");
    const storage = sqliteStorage({ path, fsync: false });
    await fill(storage);
    let driver = await openSqlite(path);
    driver.exec("UPDATE entries SET data = CAST(data || x'ff' AS BLOB) WHERE seq = 2");
    driver.close();
    expect(await kinds(storage)).toContain("damaged_line");
    driver = await openSqlite(path);
    driver.exec("UPDATE entries SET data = substr(data, 1, length(data) - 1) WHERE seq = 2");
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

  it.skipIf(noPostgres !== undefined)(
    withPostgres("names sessions and payloads in PostgreSQL whose rows are damaged or gone"),
    async () => {
      const { storage, schema } = storeInSchema();
      await fill(storage);
      const errors = async (): Promise<string[]> =>
        (await kinds(storage, true)).filter((kind) => kind !== "wrong_index mended");
      await runSql(`UPDATE ${schema}.entries SET data = left(data, 5) WHERE data LIKE '%acme%'`);
      expect(await errors()).toEqual(["unreadable_session"]);
      await runSql(`UPDATE ${schema}.artifact_payloads SET data = substring(data from 1 for 9)`);
      expect(await errors()).toEqual(["unreadable_session", "damaged_payload"]);
      await runSql(`DELETE FROM ${schema}.entries`);
      expect(await errors()).toEqual(["wrong_count", "wrong_count", "damaged_payload"]);
    },
  );

  it("names sessions and payloads in a bucket whose objects are damaged or gone", async () => {
    const { storage, bucket } = await storeInBucket();
    await fill(storage);
    const damage = (part: string, change: (body: Buffer) => Buffer): void => {
      for (const [key, object] of bucket.objects)
        if (key.includes(part))
          bucket.objects.set(key, { ...object, body: change(Buffer.from(object.body)) });
    };
    const flipAt = (place: number) => (body: Buffer) => body.fill(0xff, place, place + 1);
    const flip = (body: Buffer): Buffer => flipAt(body.length - 6)(body);
    damage("/artifacts/", flip);
    expect(await kinds(storage)).toEqual(["damaged_payload", "missing_payload"]);
    for (const key of bucket.objects.keys()) if (key.includes("/artifacts/")) bucket.objects.delete(key);
    expect(await kinds(storage)).toEqual(["missing_payload"]);
    const earlier = { ...payload("an earlier log ".repeat(20)), ts: "2026-02-01T10:00:00.000Z" };
    await storage.putArtifacts({ tenant: "default", sessionId: "s" }, [earlier]);
    expect(await kinds(storage)).toEqual(["lost_payload"]);
    damage("/sessions/", flip);
    expect(await kinds(storage)).toEqual(["unreadable_session", "unreadable_session"]);
    damage("/sessions/", flipAt(40));
    await expect(surveyStore(storage)).rejects.toThrow(/is damaged. Restore it from a backup/);
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
