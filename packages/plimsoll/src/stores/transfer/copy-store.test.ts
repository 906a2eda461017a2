import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type S3Server, startS3Server } from "plimsoll-testkit/start-s3-server";
import { createArchive } from "../create-archive.js";
import { fileStorage } from "../fs/file-storage.js";
import { surveyStore } from "../maintenance/survey-store.js";
import { memoryStorage } from "../memory/memory-storage.js";
import { newSchema, noPostgres, postgresUrl } from "../postgres/postgres-test-support.js";
import { postgresStorage } from "../postgres/postgres-storage.js";
import { s3Storage } from "../s3/s3-storage.js";
import { sqliteStorage } from "../sqlite/sqlite-storage.js";
import type { StorageAdapter } from "../storage-adapter.js";
import { tenantStorage } from "../tenant-storage.js";
import { copyStore } from "./copy-store.js";

const KEY = "5a".repeat(32);
const TS = "2026-03-01T10:00:00.000Z";
let folder = "";
let server: S3Server;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "plimsoll-copy-"));
  server = await startS3Server();
  const fixture = new URL("../__fixtures__/stores-of-0.1.0.json", import.meta.url);
  const files = JSON.parse(await readFile(fixture, "utf8")) as Record<string, string>;
  for (const [name, packed] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), gunzipSync(Buffer.from(packed, "base64")));
  }
});
afterEach(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

describe("copyStore", () => {
  it("carries a store of release 0.1 from files over every other store and back, the same at the end", async () => {
    const { endpoint, region, credentials } = server;
    const first = fileStorage({ path: join(folder, "fs"), fsync: false });
    await first.holds?.place({ tenant: "acme" }, { ts: TS, by: "counsel" });
    const chain: StorageAdapter[] = [
      first,
      sqliteStorage({ path: join(folder, "copy.db"), fsync: false }),
      ...(noPostgres === undefined ? [postgresStorage({ url: postgresUrl, schema: newSchema() })] : []),
      s3Storage({ bucket: "bucket", endpoint, region, ...credentials }, {}),
      fileStorage({ path: join(folder, "back"), fsync: false }),
    ];
    for (const [index, target] of chain.slice(1).entries()) {
      const seen: number[] = [];
      const report = await copyStore(chain[index] as StorageAdapter, target, {
        onProgress: ({ sessions }) => seen.push(sessions),
      });
      expect(report).toMatchObject({ sessions: 3, skipped: 0, artifacts: 3, holds: 1 });
      expect(report.entries).toBeGreaterThan(3);
      expect(seen).toEqual([1, 2, 3]);
      expect(await copyStore(chain[index] as StorageAdapter, target)).toMatchObject({
        sessions: 3,
        skipped: 3,
      });
    }
    const back = chain.at(-1) as StorageAdapter;
    for (const tenant of ["default", "acme"]) {
      const [from, to] = [first, back].map((one) =>
        createArchive(tenant === "default" ? one : tenantStorage(one, tenant)),
      );
      for (const { sessionId } of (await from?.sessions()) ?? [])
        if (!sessionId.startsWith("tenant"))
          expect(await to?.read(sessionId)).toEqual(await from?.read(sessionId));
    }
    expect((await surveyStore(back)).findings).toEqual([]);
    await expect(tenantStorage(back, "acme").remove("Session/1")).rejects.toMatchObject({
      code: "LEGAL_HOLD",
    });
    for (const store of chain) await store.close();
  });

  it("says which session differs, and refuses a target whose key would change ids", async () => {
    const [source, target] = [memoryStorage(), memoryStorage()];
    await source.append("s", [{ kind: "item", id: "1", ts: TS, data: 1 }]);
    await target.append("s", [{ kind: "item", id: "2", ts: TS, data: 2 }]);
    await expect(copyStore(source, target)).rejects.toMatchObject({
      code: "STORE_UNAVAILABLE",
      details: { sessionId: "s", tenant: "default" },
    });
    await source.putArtifacts({ tenant: "default", sessionId: "p" }, [
      { text: "t", kind: "k", label: "l", ts: TS },
    ]);
    const sealed = sqliteStorage({ path: ":memory:", artifactKey: KEY });
    await expect(copyStore(source, sealed)).rejects.toMatchObject({ code: "INVALID_CONFIG" });
    await sealed.close();
  });
});
