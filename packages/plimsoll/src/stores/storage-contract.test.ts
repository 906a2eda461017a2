import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, it } from "vitest";
import { CompactError } from "../errors/compact-error.js";
import { storageContract, type StorageSubject } from "../testing/storage-contract.js";
import { withFallback } from "./guard/fallback-storage.js";
import { fileStorage } from "./fs/file-storage.js";
import { memoryStorage } from "./memory/memory-storage.js";
import { sqliteStorage } from "./sqlite/sqlite-storage.js";
import type { StorageAdapter } from "./storage-adapter.js";
import { tenantStorage } from "./tenant-storage.js";

let folder = "";
let created = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "plimsoll-contract-"));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

const nothing = (): void => {};

function onDisk(open: (path: string) => StorageAdapter): StorageSubject {
  let path = "";
  return {
    create: async () => {
      created += 1;
      path = join(folder, `store-${created}`, "archive");
      return open(path);
    },
    reopen: async () => open(path),
  };
}

function fullDisk(): StorageAdapter {
  return {
    ...memoryStorage(),
    name: "full disk",
    append: async () => {
      throw new CompactError("STORE_UNAVAILABLE", "No space is left.");
    },
    read: async () => [],
    find: async (_sessionId, ids) => ids.map(() => undefined),
    sessions: async () => [],
    remove: async () => false,
    sweep: async () => [],
    close: async () => {},
  };
}

/** A tenant that is alone in its archive, and closes it. */
function closingTenant(archive: StorageAdapter): StorageAdapter {
  const tenant = tenantStorage(archive, "t".repeat(128));
  tenant.close = () => archive.close();
  return tenant;
}

/** Closing says that entries were not written, which is no part of what every store has to do. */
function closingAnyway(storage: StorageAdapter): StorageAdapter {
  const close = storage.close.bind(storage);
  storage.close = () => close().catch(nothing);
  return storage;
}

const subjects: Readonly<Record<string, () => StorageSubject>> = {
  memory: () => ({ create: async () => memoryStorage() }),
  fs: () => onDisk((path) => fileStorage({ path })),
  "fs without fsync": () => onDisk((path) => fileStorage({ path, fsync: false })),
  sqlite: () => onDisk((path) => sqliteStorage({ path })),
  "sqlite without fsync": () => onDisk((path) => sqliteStorage({ path, fsync: false })),
  "sqlite in memory": () => ({ create: async () => sqliteStorage({ path: ":memory:" }) }),
  "fallback over a healthy fs": () =>
    onDisk((path) => withFallback(fileStorage({ path, fsync: false }), { onDegraded: nothing })),
  "fallback over a full disk": () => ({
    create: async () => closingAnyway(withFallback(fullDisk(), { onDegraded: nothing })),
  }),
  "tenant in memory": () => ({ create: async () => tenantStorage(memoryStorage(), "acme") }),
  "tenant in fs": () => onDisk((path) => tenantStorage(fileStorage({ path, fsync: false }), "acme: 1")),
  "tenant in sqlite": () => onDisk((path) => closingTenant(sqliteStorage({ path, fsync: false }))),
};

for (const [name, subject] of Object.entries(subjects)) {
  describe(`the ${name} store`, () => {
    it.each([...storageContract])("$name", async ({ run }) => {
      await run(subject());
    });
  });
}
