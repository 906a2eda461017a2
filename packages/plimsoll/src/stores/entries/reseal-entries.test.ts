import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { type S3Server, startS3Server } from "plimsoll-testkit/start-s3-server";
import { fileStorage } from "../fs/file-storage.js";
import { newSchema, noPostgres, postgresUrl, withPostgres } from "../postgres/postgres-test-support.js";
import { postgresStorage } from "../postgres/postgres-storage.js";
import { s3Storage } from "../s3/s3-storage.js";
import { splitStore } from "../split-store.js";
import { sqliteStorage } from "../sqlite/sqlite-storage.js";
import type { StorageAdapter, StoredEntry } from "../storage-adapter.js";
import { tenantStorage } from "../tenant-storage.js";

const [NEW, OLD] = ["0a", "1b"].map((digits) => digits.repeat(32)) as [string, string];
let root = "";
let server: S3Server | undefined;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "plimsoll-reseal-entries-"));
  server = await startS3Server();
});
afterAll(async () => {
  await server?.stop();
  await rm(root, { recursive: true });
});

type Open = (keys: readonly string[]) => StorageAdapter;
const keyed = (keys: readonly string[]): { artifactKey?: readonly string[] } =>
  keys.length === 0 ? {} : { artifactKey: keys };

const STORES: Readonly<Record<string, (name: string) => Open>> = {
  fs: (name) => (keys) => fileStorage({ path: join(root, name), fsync: false, ...keyed(keys) }),
  sqlite: (name) => (keys) => sqliteStorage({ path: join(root, `${name}.db`), fsync: false, ...keyed(keys) }),
  s3: (name) => (keys) =>
    s3Storage(
      {
        bucket: "bucket",
        prefix: name,
        endpoint: server?.endpoint ?? "",
        region: server?.region ?? "",
        ...server?.credentials,
        ...keyed(keys),
      },
      {},
    ),
  "split into sqlite and fs": (name) => (keys) =>
    splitStore({
      entries: sqliteStorage({ path: join(root, `${name}-entries.db`), fsync: false, ...keyed(keys) }),
      artifacts: fileStorage({ path: join(root, `${name}-artifacts`), fsync: false, ...keyed(keys) }),
    }),
  ...(noPostgres === undefined
    ? {
        postgres: () => {
          const schema = newSchema();
          return (keys) => postgresStorage({ url: postgresUrl, schema, ...keyed(keys) });
        },
      }
    : {}),
};

const entry = (id: string): StoredEntry => ({
  kind: "event",
  id,
  ts: "2026-03-01T10:00:00.000Z",
  data: { text: `confidential ${id}` },
});
const entries = (tag: string, count: number): StoredEntry[] =>
  Array.from({ length: count }, (_, index) => entry(`${tag}${index}`));

describe.each(Object.keys(STORES))(withPostgres("the entries of %s"), (name) => {
  const place = (): Open =>
    (STORES[name] as (name: string) => Open)(`${name.replaceAll(" ", "-")}-${Math.random()}`);

  it("are sealed under the first key, also those from before there was one, and need no other then", async () => {
    const open = place();
    const plain = open([]);
    await plain.append("s", entries("plain", 3));
    await plain.close();
    const old = open([OLD]);
    await old.append("s", entries("old", 130));
    await tenantStorage(old, "other").append("s", entries("tenant", 2));
    await old.holds?.place({ tenant: "default" }, { ts: "2026-03-01T10:00:00.000Z" });
    await old.close();

    const both = open([NEW, OLD]);
    await both.append("s", entries("new", 1));
    const seen: number[] = [];
    const report = await both.reseal?.({ onProgress: ({ resealed }) => seen.push(resealed) });
    expect(report).toEqual({ resealed: 136, current: 1, unreadable: 0 });
    expect(seen.length).toBeGreaterThan(0);
    expect(await both.reseal?.()).toEqual({ resealed: 0, current: 137, unreadable: 0 });
    await both.close();

    const only = open([NEW]);
    const expected = [...entries("plain", 3), ...entries("old", 130), ...entries("new", 1)];
    expect(await only.read("s")).toEqual(expected);
    expect(await tenantStorage(only, "other").read("s")).toEqual(entries("tenant", 2));
    expect(await only.find("s", ["old7"])).toEqual([entry("old7")]);
    expect(await only.holds?.list()).toHaveLength(1);
    await only.close();
    const without = open([OLD]);
    await expect(without.read("s")).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    await without.close();
  });

  it("are sealed anew while others append, and nothing of that is lost or torn", async () => {
    const open = place();
    const old = open([OLD]);
    await old.append("s", entries("old", 40));
    await old.close();
    const [both, other] = [open([NEW, OLD]), open([NEW, OLD])];
    const written = scaled(120, 12);
    const writing = (async () => {
      for (const one of entries("live", written)) await other.append("s", [one]);
    })();
    // The second key is the newest in every other round, so that there is always something to seal anew.
    for (const keys of [
      [NEW, OLD],
      [OLD, NEW],
    ]) {
      const one = open(keys);
      await one.reseal?.();
      await one.close();
    }
    await writing;
    await both.reseal?.();
    await Promise.all([both.close(), other.close()]);
    const only = open([NEW]);
    const found = await only.read("s");
    expect(found.filter(({ id }) => id.startsWith("live"))).toEqual(entries("live", written));
    expect(found.filter(({ id }) => id.startsWith("old"))).toEqual(entries("old", 40));
    expect(await only.remove("s")).toBe(true);
    expect(await only.read("s")).toEqual([]);
    await only.close();
  });

  it("stay as they are where no key opens them, and where the signal stops the work", async () => {
    const open = place();
    const old = open([OLD]);
    await old.append("s", entries("old", 3));
    const other = open([NEW]);
    expect(await other.reseal?.()).toEqual({ resealed: 0, current: 0, unreadable: 3 });
    const stopped = open([NEW, OLD]).reseal?.({ signal: AbortSignal.abort() });
    await expect(stopped).rejects.toMatchObject({ code: "ABORTED" });
    expect(await old.read("s")).toEqual(entries("old", 3));
    await Promise.all([old.close(), other.close()]);
  });
});

describe("the folder of a store that was sealed anew", () => {
  it("holds no file but those of its sessions", async () => {
    const path = join(root, "left-nothing");
    const store = fileStorage({ path, fsync: false, artifactKey: [OLD] });
    await store.append("s", entries("old", 3));
    await store.close();
    const both = fileStorage({ path, fsync: false, artifactKey: [NEW, OLD] });
    await both.reseal?.();
    await both.close();
    expect(await readdir(path)).toEqual(["s.jsonl"]);
  });
});
