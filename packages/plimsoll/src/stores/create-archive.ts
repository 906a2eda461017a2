import { checkedOptions } from "../validation/checked-options.js";
import { CompactError } from "../errors/compact-error.js";
import { type Archive, DEFAULT_TENANT } from "./archive.js";
import type { ArtifactInput, ArtifactScope } from "./artifacts/artifact.js";
import { artifactId } from "./artifacts/describe-artifact.js";
import { referencedIds, withoutReferences, withReferences } from "./artifacts/with-references.js";
import { checkStore } from "./check-store.js";
import { troubleOf } from "./guard/degradation.js";
import { storeFunctions } from "./join-parts.js";
import type { StorageAdapter, StoredEntry } from "./storage-adapter.js";

export interface ArchiveOptions {
  /** The tenant of the artifacts. @default the tenant of the store; "default" if it has none */
  readonly tenant?: string;
}

/**
 * An archive over a store.
 *
 * @throws CompactError `INVALID_INPUT` if the store lacks something, with what to do.
 */
export function createArchive(storage: StorageAdapter, options?: ArchiveOptions): Archive {
  const code = "INVALID_INPUT";
  const store = checkStore(storage, { what: "The storage of createArchive", code });
  const given = checkedOptions<ArchiveOptions>(options, {
    what: "createArchive",
    code,
    fields: { tenant: "text" },
  });
  return archiveOver(store, given.tenant ?? store.tenant ?? DEFAULT_TENANT);
}

function archiveOver(storage: StorageAdapter, tenant: string): Archive {
  const whole = (sessionId: string, entry: StoredEntry): Promise<StoredEntry> =>
    withPayloads(storage, { tenant, sessionId }, entry);
  return {
    ...storeFunctions(storage),
    transcript: storage,
    tenant,
    artifactId: (payload) => artifactId(payload, storage.artifactSalt),
    artifactsOf,
    async appendItems(sessionId, entries, payloads) {
      const ids = await storePayloads(storage, { tenant, sessionId }, payloads);
      // Where payloads are not stored, or in memory only, the items keep them: one place that fails is enough.
      const areStored = troubleOf(storage)?.parts.includes("artifacts") !== true;
      const referring = areStored
        ? entries.map((entry) => ({ ...entry, data: withReferences(entry.data, (text) => ids.get(text)) }))
        : entries;
      await storage.append(sessionId, referring);
      return ids;
    },
    async read(sessionId, kinds) {
      const entries: StoredEntry[] = [];
      for (const entry of await storage.read(sessionId, kinds)) entries.push(await whole(sessionId, entry));
      return entries;
    },
    async find(sessionId, ids) {
      const found: (StoredEntry | undefined)[] = [];
      for (const entry of await storage.find(sessionId, ids))
        found.push(entry && (await whole(sessionId, entry)));
      return found;
    },
    async remove(sessionId) {
      const payloads = await storage.removeArtifacts({ tenant, sessionId });
      return (await storage.remove(sessionId)) || payloads > 0;
    },
  };
}

const artifactsOf = (entry: StoredEntry): string[] =>
  entry.kind === "item" ? referencedIds(entry.data) : [];

/** Payloads before the items that refer to them. */
async function storePayloads(
  storage: StorageAdapter,
  scope: ArtifactScope,
  payloads: readonly ArtifactInput[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  if (payloads.length === 0) return ids;
  try {
    const stored = await storage.putArtifacts(scope, payloads);
    for (const [index, { text }] of payloads.entries()) {
      const id = stored[index]?.id;
      if (id !== undefined) ids.set(text, id);
    }
  } catch (error) {
    if (!CompactError.isInstance(error) || error.code !== "STORE_UNAVAILABLE") throw error;
  }
  return ids;
}

/** The entry with its payloads in place of references. */
async function withPayloads(
  storage: StorageAdapter,
  scope: ArtifactScope,
  entry: StoredEntry,
): Promise<StoredEntry> {
  if (entry.kind !== "item") return entry;
  const texts = new Map<string, string>();
  for (const id of artifactsOf(entry)) {
    const artifact = await storage.getArtifact(scope, id);
    texts.set(id, artifact?.text ?? goneText(id));
  }
  return { ...entry, data: withoutReferences(entry.data, (id) => texts.get(id) ?? goneText(id)) };
}

const goneText = (id: string): string => `[The payload ${id} is no longer stored: its retention has ended.]`;
