import type { StorageSettings } from "../config/settings.js";
import { CompactError } from "../errors/compact-error.js";
import { createArtifactCipher } from "../stores/artifacts/artifact-cipher.js";
import { artifactKeysFrom } from "./artifact-keys-from.js";
import { lazyStore } from "../stores/lazy-store.js";
import type { Coordination, CoordinationOptions } from "../stores/coordination/coordination.js";
import type { StorageAdapter } from "../stores/storage-adapter.js";
import { type StoreRegistration, storeRegistration, type StoreSettings } from "../stores/store-registry.js";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The store that the settings name, opened on first use; it encrypts artifacts if the environment holds a key.
 *
 * @throws CompactError `INVALID_CONFIG` for an unknown store, an invalid key, or a key that the store would ignore.
 */
export function storageFromSettings(
  settings: StorageSettings,
  environment: Environment = process.env,
): StorageAdapter {
  const { registration, given } = chosenStore(settings, environment);
  const { name, isEncryptable } = registration;
  const { artifactKey } = given;
  // A wrong key must not wait for the first write to be noticed.
  const cipher = artifactKey !== undefined && isEncryptable ? createArtifactCipher(artifactKey) : undefined;
  return lazyStore({
    name,
    ...(cipher ? { artifactSalt: cipher.salt } : {}),
    isShared: registration.keptIn === "server",
    open: () => registration.open(given),
  });
}

/** The store that the settings name, already open, with `reseal` and `vacuum` if it has them. */
export async function openStorage(
  settings: StorageSettings,
  environment: Environment = process.env,
): Promise<StorageAdapter> {
  const { registration, given } = chosenStore(settings, environment);
  return registration.open(given);
}

/** What processes on the store of these settings share; undefined if that store has nothing for it. */
export async function coordinationFromSettings(
  settings: StorageSettings,
  options: CoordinationOptions = {},
): Promise<Coordination | undefined> {
  return storeRegistration(settings.adapter).coordinate?.(placeOf(settings), options);
}

function chosenStore(
  settings: StorageSettings,
  environment: Environment,
): { readonly registration: StoreRegistration; readonly given: StoreSettings } {
  const { adapter, artifactKeyEnv, keyRing } = settings;
  const artifactKey = artifactKeysFrom(settings, environment);
  const registration = storeRegistration(adapter);
  if (artifactKey && registration.keptIn !== "process" && !registration.isEncryptable)
    throw new CompactError(
      "INVALID_CONFIG",
      `${keyRing === undefined ? `${artifactKeyEnv} holds a key` : "storage.key_ring is set"}, and the store "${adapter}" cannot encrypt. Remove it, or choose a store that can.`,
      { details: { key: "storage.adapter", value: adapter } },
    );
  return {
    registration,
    given: { ...placeOf(settings), environment, ...(artifactKey ? { artifactKey } : {}) },
  };
}

/** What says where a store is. */
function placeOf(settings: StorageSettings): StoreSettings {
  const { path, url, schema, bucket, endpoint, region, prefix, serverSideEncryption, kmsKeyId } = settings;
  const place = { path, url, schema, bucket, endpoint, region, prefix, serverSideEncryption, kmsKeyId };
  return Object.fromEntries(
    Object.entries(place).filter(([, value]) => value !== undefined),
  ) as unknown as StoreSettings;
}
