import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, it } from "vitest";
import { FULL_SCALE } from "plimsoll-testkit/scaled";
import { type S3Server, startS3Server } from "plimsoll-testkit/start-s3-server";
import { CompactError } from "../errors/compact-error.js";
import { storageContract, type StorageSubject } from "../testing/storage-contract.js";
import { checkAnyText } from "./artifact-test-support.js";
import { artifactsInEntries } from "./artifacts-in-entries.js";
import { fileStorage } from "./fs/file-storage.js";
import { withFallback } from "./guard/fallback-storage.js";
import { lazyStore } from "./lazy-store.js";
import { memoryStorage } from "./memory/memory-storage.js";
import {
  noPostgres,
  postgresSubject,
  postgresUrl as url,
  withPostgres,
} from "./postgres/postgres-test-support.js";
import { postgresStorage } from "./postgres/postgres-storage.js";
import { s3Storage } from "./s3/s3-storage.js";
import { splitStore } from "./split-store.js";
import { sqliteStorage } from "./sqlite/sqlite-storage.js";
import type { StorageAdapter } from "./storage-adapter.js";
import { STORE_REGISTRY, type StoreRegistration } from "./store-registry.js";
import { tenantStorage } from "./tenant-storage.js";

const KEY = "5a".repeat(32);

let folder = "";
let created = 0;
let server: S3Server | undefined;
let s3 = { endpoint: "", region: "", accessKeyId: "", secretAccessKey: "" };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "plimsoll-contract-"));
  server = await startS3Server();
  s3 = { endpoint: server.endpoint, region: server.region, ...server.credentials };
});

afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true });
});

const nothing = (): void => {};

function onDisk(open: (path: string) => StorageAdapter | Promise<StorageAdapter>): StorageSubject {
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
  const refuse = async (): Promise<never> => {
    throw new CompactError("STORE_UNAVAILABLE", "No space is left.");
  };
  return { ...memoryStorage(), name: "full disk", append: refuse, putArtifacts: refuse };
}

/** The tenant of the contract's artifacts, alone in its store, which it closes. */
function closingTenant(store: StorageAdapter): StorageAdapter {
  return { ...tenantStorage(store, "t"), close: () => store.close() };
}

/** Closing says that something was not written, which is no part of what every store has to do. */
function closingAnyway(storage: StorageAdapter): StorageAdapter {
  const close = storage.close.bind(storage);
  storage.close = () => close().catch(nothing);
  return storage;
}

/** A registered store as settings open it, with a key and without. */
function registered(registration: StoreRegistration): [string, () => StorageSubject][] {
  const { name, keptIn, isEncryptable } = registration;
  const opened = (artifactKey?: string) => (): StorageSubject => {
    const key = artifactKey === undefined ? {} : { artifactKey };
    const subject = onDisk((path) => registration.open({ path, ...key }));
    return keptIn === "process" ? { create: subject.create } : subject;
  };
  const plain: [string, () => StorageSubject] = [name, opened()];
  return isEncryptable ? [plain, [`encrypted ${name}`, opened(KEY)]] : [plain];
}

const subjects: Readonly<Record<string, () => StorageSubject>> = {
  ...Object.fromEntries(STORE_REGISTRY.filter(({ keptIn }) => keptIn !== "server").flatMap(registered)),
  "sqlite in memory": () => ({ create: async () => sqliteStorage({ path: ":memory:" }) }),
  "split into fs and sqlite": () =>
    onDisk((path) =>
      splitStore({
        entries: fileStorage({ path, fsync: false }),
        artifacts: sqliteStorage({ path: join(path, "artifacts.db"), fsync: false }),
      }),
    ),
  "artifacts in entries of memory": () => ({ create: async () => artifactsInEntries(memoryStorage()) }),
  "fallback over a healthy fs": () =>
    onDisk((path) => withFallback(fileStorage({ path, fsync: false }), { onDegraded: nothing })),
  "fallback over a full disk": () => ({
    create: async () => closingAnyway(withFallback(fullDisk(), { onDegraded: nothing })),
  }),
  "tenant in memory": () => ({
    create: async () => tenantStorage(memoryStorage(), "t"),
    showsOneTenant: true,
  }),
  "tenant in fs": () => ({
    ...onDisk((path) => tenantStorage(fileStorage({ path, fsync: false }), "t")),
    showsOneTenant: true,
  }),
};

/** The same stores in other company: what the others show, they show nearly too. */
const alike: Readonly<Record<string, () => StorageSubject>> = {
  "fs without fsync": () => onDisk((path) => fileStorage({ path, fsync: false })),
  "lazily opened fs": () =>
    onDisk((path) => lazyStore({ name: "fs", open: async () => fileStorage({ path, fsync: false }) })),
  "artifacts in entries of sqlite": () =>
    onDisk((path) => artifactsInEntries(sqliteStorage({ path, fsync: false }))),
  "tenant in sqlite": () => ({
    ...onDisk((path) => closingTenant(sqliteStorage({ path, fsync: false }))),
    showsOneTenant: true,
  }),
};

/** Stores in one bucket, each below a prefix of its own. */
function inBucket(artifactKey?: string): () => StorageSubject {
  return () => {
    let prefix = "";
    const open = async (): Promise<StorageAdapter> =>
      s3Storage(
        { bucket: "bucket", ...s3, prefix, ...(artifactKey === undefined ? {} : { artifactKey }) },
        {},
      );
    return {
      async create() {
        created += 1;
        prefix = `store-${created}`;
        return open();
      },
      reopen: open,
    };
  };
}

/** Variants of a store that takes its time. */
const variants: Readonly<Record<string, () => StorageSubject>> = {
  "postgres behind a pooler": postgresSubject((schema) =>
    postgresStorage({ url: `${url}?pgbouncer=true`, schema }),
  ),
  "encrypted s3": inBucket(KEY),
  "encrypted postgres": postgresSubject((schema) => postgresStorage({ url, schema, artifactKey: KEY })),
  "tenant in postgres": () => ({
    ...postgresSubject((schema) => closingTenant(postgresStorage({ url, schema })))(),
    showsOneTenant: true,
  }),
};

const servers: Readonly<Record<string, () => StorageSubject>> = {
  s3: inBucket(),
  postgres: postgresSubject((schema) => postgresStorage({ url, schema })),
  ...(FULL_SCALE ? variants : {}),
};

for (const [name, subject] of Object.entries({ ...subjects, ...(FULL_SCALE ? alike : {}), ...servers })) {
  const isServer = name.includes("postgres");
  const title = `the ${name} store`;
  describe.skipIf(isServer && noPostgres !== undefined)(isServer ? withPostgres(title) : title, () => {
    it.each([...storageContract])("$name", async ({ run }) => {
      await run(subject());
    });

    it("gives back and finds whatever text a property test thinks of", async () => {
      await checkAnyText(await subject().create());
    });
  });
}
