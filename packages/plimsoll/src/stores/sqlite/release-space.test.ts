import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { putAll, scope, textsOf } from "../../testing/storage/storage-case.js";
import type { StorageAdapter } from "../storage-adapter.js";
import { openSqlite } from "./sqlite-driver.js";
import { sqliteStorage } from "./sqlite-storage.js";

const FAR = "2030-01-01T00:00:00Z";
const TEXTS = Array.from({ length: 40 }, (_, text) =>
  Array.from({ length: 1_000 }, (_, line) => `line ${line} of output ${text}, ${Math.sin(text + line)}`).join(
    "\n",
  ),
);
/** What is left of an emptied file: the tables, and an index of trigrams that is merged bit by bit. */
const SMALL = 300_000;
let root = "";
let path = "";

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "plimsoll-sqlite-space-"));
});
beforeEach(async () => {
  path = join(await mkdtemp(join(root, "case-")), "archive.db");
});
afterAll(() => rm(root, { recursive: true }));

const bytes = async (): Promise<number> => (await stat(path)).size;

/** A file as earlier releases made it: pages that are free stay in it. */
async function olderFile(): Promise<void> {
  const driver = await openSqlite(path);
  driver.all("PRAGMA journal_mode = WAL");
  driver.exec("PRAGMA user_version = 0");
  driver.close();
  const store = sqliteStorage({ path, fsync: false });
  await store.artifactSessions("t");
  await store.close();
}

async function fill(store: StorageAdapter): Promise<number> {
  await putAll(store, TEXTS, scope("old"));
  await store.close();
  return written();
}

/** The size of the file once its log is written back. */
async function written(): Promise<number> {
  const driver = await openSqlite(path);
  driver.all("PRAGMA wal_checkpoint(TRUNCATE)");
  driver.close();
  return bytes();
}

describe("the file of the SQLite stores", () => {
  it("gets shorter when a sweep deletes artifacts, and what stays can be read", async () => {
    const full = await fill(sqliteStorage({ path, fsync: false }));
    const store = sqliteStorage({ path, fsync: false });
    const [kept] = await store.putArtifacts(scope("new"), [
      { text: "the one that stays", kind: "log", label: "", ts: "2031-01-01T00:00:00Z" },
    ]);
    expect(await store.sweepArtifacts(FAR)).toBe(TEXTS.length);
    expect(full).toBeGreaterThan(1_000_000);
    expect(await bytes()).toBeLessThan(SMALL);
    expect((await store.getArtifact(scope("new"), kept?.id ?? ""))?.text).toBe("the one that stays");
    expect(await store.searchArtifacts(scope("new"), ["stays"])).toHaveLength(1);
    await store.close();
  });

  it("gets shorter when a sweep deletes sessions", async () => {
    const store = sqliteStorage({ path, fsync: false });
    const entry = (id: number) => ({
      kind: "item" as const,
      id: `item_${id}`,
      ts: "2026-01-01T00:00:00.000Z",
      data: { text: TEXTS[id] },
    });
    await store.append("s", [...TEXTS.keys()].map(entry));
    expect(await written()).toBeGreaterThan(1_000_000);
    expect(await store.sweep(FAR)).toEqual(["s"]);
    expect(await bytes()).toBeLessThan(SMALL);
    await store.close();
  });

  it("is swept while others read: they see what they saw, and the next sweep makes it shorter", async () => {
    await fill(sqliteStorage({ path, fsync: false }));
    const reader = await openSqlite(path);
    const count = () => reader.all("SELECT count(*) AS count FROM artifact_payloads")[0]?.["count"];
    reader.exec("BEGIN");
    expect(count()).toBe(TEXTS.length);
    const store = sqliteStorage({ path, fsync: false });
    expect(await store.sweepArtifacts(FAR)).toBe(TEXTS.length);
    expect(count()).toBe(TEXTS.length);
    reader.exec("COMMIT");
    expect(count()).toBe(0);
    expect(await store.sweepArtifacts(FAR)).toBe(0);
    expect(await bytes()).toBeLessThan(SMALL);
    reader.close();
    await store.close();
  });

  it("stays as large as it is where an earlier release made it, until it is vacuumed", async () => {
    await olderFile();
    const full = await fill(sqliteStorage({ path, fsync: false }));
    const store = sqliteStorage({ path, fsync: false });
    const kept = await putAll(store, ["the one that stays"], scope("new"));
    await store.removeArtifacts(scope("old"));
    await store.sweepArtifacts("2020-01-01T00:00:00Z");
    expect(await bytes()).toBeGreaterThanOrEqual(full);
    const { before, after } = (await store.vacuum?.()) ?? { before: 0, after: 0 };
    expect(before).toBeGreaterThanOrEqual(full);
    expect(await bytes()).toBe(after);
    expect(after).toBeLessThan(SMALL);
    expect(await textsOf(store, kept, scope("new"))).toEqual(["the one that stays"]);
    await store.close();
    await fill(sqliteStorage({ path, fsync: false }));
    const again = sqliteStorage({ path, fsync: false });
    await again.sweepArtifacts(FAR);
    expect(await bytes()).toBeLessThan(SMALL);
    await again.close();
  });
});
