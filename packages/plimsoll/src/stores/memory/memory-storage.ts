import { checkedOptions } from "../../validation/checked-options.js";
import type { CustomShape } from "../../validation/shape.js";
import { withHolds } from "../holds/with-holds.js";
import { joinParts } from "../join-parts.js";
import type { StorageAdapter } from "../storage-adapter.js";
import { MemoryArtifacts, type MemoryArtifactsOptions } from "./memory-artifacts.js";
import { MemoryEntries } from "./memory-entries.js";

export interface MemoryStorageOptions extends MemoryArtifactsOptions {}

/** Infinity is no bound. */
const CHARACTERS: CustomShape = {
  kind: "custom",
  be: "a number from 0",
  holds: (value) => typeof value === "number" && value >= 0,
};

/** A store that lives and ends with the process: for tests, demonstrations and hosts without a disk. */
export function memoryStorage(options?: MemoryStorageOptions): StorageAdapter {
  const given = checkedOptions<MemoryStorageOptions>(options, {
    what: "memoryStorage",
    code: "INVALID_INPUT",
    fields: { maxArtifactCharacters: CHARACTERS, artifactSalt: "text" },
  });
  return withHolds(joinParts({ entries: new MemoryEntries(), artifacts: new MemoryArtifacts(given) }));
}
