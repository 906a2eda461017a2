import { spawnSync } from "node:child_process";
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { itemId } from "../conversation/item-id.js";
import { chatter, named, setUp } from "../engine/manager-test-support.js";
import { CompactError } from "../errors/compact-error.js";
import { fileStorage } from "./fs/file-storage.js";
import {
  newSchema,
  noPostgres,
  postgresUrl,
  runSql,
  withPostgres,
} from "./postgres/postgres-test-support.js";
import { postgresStorage } from "./postgres/postgres-storage.js";
import { sqliteStorage } from "./sqlite/sqlite-storage.js";
import type { StorageAdapter, StoredEntry } from "./storage-adapter.js";

const BALLAST_BYTES = 1_000_000;
/** The servers of the tests run as this user where the tests run as root. */
const NOBODY = 65534;

/** A file system of its own that is soon full. */
interface SmallDisk {
  readonly path: string;
  /** Makes room again. */
  free(): void;
}

const mounted: string[] = [];
function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return undefined;
  const path = mkdtempSync(join(tmpdir(), "plimsoll-full-"));
  const { status } = spawnSync("/usr/bin/mount", [
    "-t",
    "tmpfs",
    "-o",
    `size=${megabytes}m,mode=755`,
    "tmpfs",
    path,
  ]);
  if (status !== 0) {
    rmSync(path, { recursive: true });
    return undefined;
  }
  mounted.push(path);
  writeFileSync(join(path, "ballast"), Buffer.alloc(BALLAST_BYTES));
  return { path, free: () => rmSync(join(path, "ballast"), { force: true }) };
}
afterAll(() => {
  for (const path of mounted) {
    spawnSync("/usr/bin/umount", ["-l", path]);
    rmSync(path, { recursive: true, force: true });
  }
});

const TS = "2026-03-01T10:00:00.000Z";
const entry = (number: number, words = 700): StoredEntry => ({
  kind: "item",
  id: `item_${number}`,
  ts: TS,
  // Nothing that a database could make shorter.
  data: Array.from({ length: words }, (_, index) => Math.sin(number * 1000 + index).toString(36)).join(""),
});

/** Appends until the disk is full, to the last gap that a short entry would fit into. */
async function fillUp(
  store: StorageAdapter,
): Promise<{ readonly stored: string[]; readonly errors: unknown[] }> {
  const stored: string[] = [];
  const errors: unknown[] = [];
  const sizes = [700, 100, 20, 1];
  for (let number = 0; errors.length < sizes.length; number += 1) {
    const next = entry(number, sizes[errors.length]);
    try {
      await store.append("s", [next]);
      stored.push(next.id);
    } catch (error) {
      errors.push(error);
    }
  }
  return { stored, errors };
}

const ids = (entries: readonly StoredEntry[]): string[] => entries.map(({ id }) => id);

async function survives(disk: SmallDisk, opening: () => StorageAdapter): Promise<void> {
  const opened: StorageAdapter[] = [];
  const open = (): StorageAdapter => {
    const store = opening();
    opened.push(store);
    return store;
  };
  const store = open();
  await store.append("before", [entry(-1)]);
  const { stored, errors } = await fillUp(store);
  for (const error of errors) expect(CompactError.isInstance(error) && error.code).toBe("STORE_UNAVAILABLE");
  expect(stored.length).toBeGreaterThan(10);
  // A full disk is still read, by whoever opens it.
  expect(ids(await store.read("s")).slice(0, stored.length)).toEqual(stored);

  // A compaction goes on without it, and says so.
  const { manager, events } = setUp({ storage: open(), retentionDays: 0, policy: { keepRecentTurns: 2 } });
  const said = chatter(40);
  const { items } = await manager.preflight("conversation", said);
  expect(items.at(-1)).toEqual(said.at(-1));
  expect(named(events, "compact.compacted")).toHaveLength(1);
  expect(named(events, "compact.store_degraded").length).toBeGreaterThan(0);

  disk.free();
  await manager.close();
  expect(ids(await open().read("conversation", ["item"]))).toEqual(
    expect.arrayContaining(said.map((message) => itemId(message))),
  );
  await store.append("s", [entry(9999)]);
  expect(ids(await open().read("s")).filter((id) => stored.includes(id))).toEqual(stored);
  expect(ids(await store.read("s")).at(-1)).toBe("item_9999");
  expect((await open().read("before"))[0]).toEqual(entry(-1));
  for (const one of opened) await one.close();
}

describe("a store whose disk is full for real (needs root, to mount a small one)", () => {
  it("holds what was acknowledged, and goes on when there is room: files", async ({ skip }) => {
    const disk = mountSmallDisk(2) ?? skip();
    await survives(disk, () => fileStorage({ path: join(disk.path, "files"), fsync: false }));
  });

  it("holds what was acknowledged, and goes on when there is room: SQLite", async ({ skip }) => {
    const disk = mountSmallDisk(3) ?? skip();
    await survives(disk, () => sqliteStorage({ path: join(disk.path, "archive.db") }));
  });

  it.skipIf(noPostgres !== undefined)(
    withPostgres("holds what was acknowledged, and goes on when there is room: PostgreSQL"),
    async ({ skip }) => {
      const disk = mountSmallDisk(4) ?? skip();
      const location = join(disk.path, "tables");
      mkdirSync(location);
      chownSync(location, NOBODY, NOBODY);
      const schema = newSchema();
      await runSql(`CREATE TABLESPACE ${schema} LOCATION '${location}'`);
      const options = encodeURIComponent(`-c default_tablespace=${schema}`);
      await survives(disk, () => postgresStorage({ url: `${postgresUrl}?options=${options}`, schema }));
      await runSql(`DROP SCHEMA ${schema} CASCADE`);
      await runSql(`DROP TABLESPACE ${schema}`);
    },
  );
});
