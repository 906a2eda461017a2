import { CompactError } from "../errors/compact-error.js";
import type { Coordination, CoordinationOptions } from "./coordination/coordination.js";
import type { ArtifactKeys } from "./keys/key-service.js";
import type { StorageAdapter } from "./storage-adapter.js";

/** The settings of a store. */
export interface StoreSettings {
  readonly path: string;
  /** The address of a database. */
  readonly url?: string;
  /** Where in that database. */
  readonly schema?: string;
  readonly bucket?: string;
  readonly endpoint?: string;
  readonly region?: string;
  readonly prefix?: string;
  readonly serverSideEncryption?: "AES256" | "aws:kms";
  readonly kmsKeyId?: string;
  /** Where the keys of a service are. @default process.env */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Keys of 32 bytes as 64 hexadecimal digits or in base64, or a key service; the first one encrypts. */
  readonly artifactKey?: ArtifactKeys;
}

/** A store that settings can name. */
export interface StoreRegistration {
  /** The value of `storage.adapter`. */
  readonly name: string;
  /** Where it keeps its data: in the process, at `storage.path`, or in a server that processes share. */
  readonly keptIn: "process" | "path" | "server";
  /** Whether `artifactKey` encrypts the artifacts, and salts their ids. */
  readonly isEncryptable: boolean;
  /** Loads the driver and opens a store. Rejects with `CompactError`. */
  open(settings: StoreSettings): Promise<StorageAdapter>;
  /** What prepares a server for the store, as a script for its own tools. */
  migrationScript?(settings: StoreSettings): Promise<string>;
  /** What processes on the same store share; absent if it has nothing for that. */
  coordinate?(settings: StoreSettings, options: CoordinationOptions): Promise<Coordination>;
}

/** Every store that settings can name. A driver is loaded when a store of its kind is opened. */
export const STORE_REGISTRY: readonly StoreRegistration[] = [
  {
    name: "memory",
    keptIn: "process",
    isEncryptable: false,
    open: async () => (await import("./memory/memory-storage.js")).memoryStorage(),
  },
  {
    name: "fs",
    keptIn: "path",
    isEncryptable: true,
    open: async (settings) => (await import("./fs/file-storage.js")).fileStorage(pathSettings(settings)),
  },
  {
    name: "sqlite",
    keptIn: "path",
    isEncryptable: true,
    open: async (settings) =>
      (await import("./sqlite/sqlite-storage.js")).sqliteStorage(pathSettings(settings)),
  },
  {
    name: "postgres",
    keptIn: "server",
    isEncryptable: true,
    async open({ url, schema, artifactKey }) {
      const { postgresStorage } = await import("./postgres/postgres-storage.js");
      return postgresStorage({ ...given({ url, schema, artifactKey }) });
    },
    async migrationScript({ schema, url }) {
      const { postgresOptions } = await import("./postgres/postgres-options.js");
      const { postgresMigrationScript } = await import("./postgres/migrate-postgres.js");
      return postgresMigrationScript(postgresOptions(given({ url, schema })).options.schema);
    },
    async coordinate({ schema, url }, options) {
      const { postgresCoordination } = await import("./postgres/postgres-coordination.js");
      return postgresCoordination(given({ url, schema }), options);
    },
  },
  {
    name: "s3",
    keptIn: "server",
    isEncryptable: true,
    async open({ path: _path, url: _url, schema: _schema, environment, bucket, ...settings }) {
      const { s3Storage } = await import("./s3/s3-storage.js");
      if (bucket !== undefined) return s3Storage({ bucket, ...settings }, environment);
      throw new CompactError(
        "INVALID_CONFIG",
        'storage.adapter is "s3" and storage.bucket is missing; name a bucket that exists.',
        { details: { key: "storage.bucket" } },
      );
    },
  },
];

const pathSettings = ({
  path,
  artifactKey,
}: StoreSettings): { readonly path: string; readonly artifactKey?: ArtifactKeys } => ({
  path,
  ...given({ artifactKey }),
});

/** The settings that are there. */
function given<T extends object>(settings: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
}

/** The names of the stores, for settings. */
export const STORE_NAMES: readonly string[] = STORE_REGISTRY.map(({ name }) => name);

/** Says in settings that the store is passed in code. */
export const CUSTOM_STORE = "custom";

/** The registration of a store. @throws CompactError `INVALID_CONFIG` with the names that there are. */
export function storeRegistration(adapter: string): StoreRegistration {
  const found = STORE_REGISTRY.find(({ name }) => name === adapter);
  if (found) return found;
  if (adapter === CUSTOM_STORE)
    throw new CompactError(
      "INVALID_CONFIG",
      'storage.adapter is "custom": pass your store in code, managerFromSettings(settings, { storage: yours }). compactctl opens only the stores that it knows.',
      { details: { key: "storage.adapter", value: adapter } },
    );
  throw new CompactError(
    "INVALID_CONFIG",
    `storage.adapter is ${JSON.stringify(String(adapter).slice(0, 80))}; allowed: ${STORE_NAMES.join(", ")}.`,
    { details: { key: "storage.adapter", value: adapter, allowed: STORE_NAMES } },
  );
}
