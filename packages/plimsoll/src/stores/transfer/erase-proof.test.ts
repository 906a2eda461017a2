import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bytesOnDisk } from "plimsoll-testkit/bytes-on-disk";
import { createArchive } from "../create-archive.js";
import { fileStorage } from "../fs/file-storage.js";
import { noPostgres, runSql, withPostgres } from "../postgres/postgres-test-support.js";
import { sqliteStorage } from "../sqlite/sqlite-storage.js";
import type { StorageAdapter } from "../storage-adapter.js";
import { storeInBucket, storeInSchema, temporaryFolder } from "../store-places-test-support.js";
import { eraseSession } from "./erase-session.js";

const TS = "2026-03-01T10:00:00.000Z";
const word = (session: string, what: string): string => `${what}-of-${session}-halcyon`;

async function fill(storage: StorageAdapter): Promise<void> {
  const archive = createArchive(storage);
  for (const session of ["gone", "kept"]) {
    const text = `${word(session, "payload")} and more `.repeat(50);
    const data = { role: "tool", content: text, note: word(session, "entry") };
    await archive.appendItems(
      session,
      [{ kind: "item", id: `${session}-item`, ts: TS, data }],
      [{ text, kind: "log", label: word(session, "label"), ts: TS }],
    );
    await storage.append(session, [{ kind: "event", id: "e", ts: TS, data: word(session, "event") }]);
  }
}

const WHAT = ["payload", "entry", "label", "event"];
const found = (bytes: Buffer, session: string): string[] =>
  WHAT.filter((what) => bytes.includes(word(session, what)));

/** What raw bytes hold of the erased session, and of the other one. */
async function erased(storage: StorageAdapter, bytes: () => Promise<Buffer>): Promise<[string[], string[]]> {
  await fill(storage);
  expect(found(await bytes(), "gone")).toEqual(WHAT);
  expect(await eraseSession(storage, "gone")).toEqual({ entries: 2, artifacts: 1 });
  const left = await bytes();
  expect(await storage.read("kept")).toHaveLength(2);
  return [found(left, "gone"), found(left, "kept")];
}

describe("an erased session", () => {
  it("is in no file of a folder", async () => {
    const path = await temporaryFolder();
    const storage = fileStorage({ path, fsync: false });
    expect(await erased(storage, () => bytesOnDisk(path))).toEqual([[], WHAT]);
    await storage.close();
  });

  it("is in no page of an SQLite file, free ones and journal included", async () => {
    const path = await temporaryFolder();
    const storage = sqliteStorage({ path: join(path, "archive.db"), fsync: false });
    expect(await erased(storage, () => bytesOnDisk(path))).toEqual([[], WHAT]);
    await storage.close();
  });

  it.each([false, true])("is in no object of a bucket (one that keeps versions: %s)", async (isVersioned) => {
    const { storage, bucket } = await storeInBucket();
    bucket.isVersioned = isVersioned;
    expect(await erased(storage, async () => bucket.everything)).toEqual([[], WHAT]);
  });

  it.skipIf(noPostgres !== undefined)(
    withPostgres("is in no file of its PostgreSQL tables after VACUUM FULL and a checkpoint"),
    async () => {
      const { storage, schema } = storeInSchema();
      await storage.sessions();
      // Stored as they are, so that a search over the files can find them.
      for (const [table, column] of [
        ["entries", "data"],
        ["artifact_payloads", "data"],
      ])
        await runSql(`ALTER TABLE ${schema}.${table} ALTER COLUMN ${column} SET STORAGE EXTERNAL`);
      const bytes = async (): Promise<Buffer> => {
        await runSql("CHECKPOINT");
        const rows = await runSql(
          `SELECT current_setting('data_directory') AS folder, pg_relation_filepath(c.oid) AS path
            FROM pg_class c WHERE c.relkind IN ('r', 'i', 't') AND c.oid IN (
              SELECT o.oid FROM pg_class o WHERE o.relnamespace = $1::regnamespace
              UNION SELECT o.reltoastrelid FROM pg_class o WHERE o.relnamespace = $1::regnamespace)`,
          [schema],
        );
        const files = rows.map(({ folder, path }) => readFile(join(String(folder), String(path))));
        return Buffer.concat(await Promise.all(files));
      };
      await fill(storage);
      expect(found(await bytes(), "gone")).toEqual(WHAT);
      await eraseSession(storage, "gone");
      for (const table of ["entries", "sessions", "artifact_payloads", "artifact_references"])
        await runSql(`VACUUM FULL ${schema}.${table}`);
      const left = await bytes();
      expect([found(left, "gone"), found(left, "kept")]).toEqual([[], WHAT]);
    },
  );
});
