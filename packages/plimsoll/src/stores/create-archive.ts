import { checkedOptions } from "../validation/checked-options.js";
import { methodsShape } from "../validation/methods-shape.js";
import { CompactError } from "../errors/compact-error.js";
import { type Archive, DEFAULT_TENANT } from "./archive.js";
import { referencedIds, withoutReferences, withReferences } from "./artifacts/with-references.js";
import type { ArtifactInput, ArtifactStore } from "./artifact-store.js";
import { troubleOf } from "./guard/degradation.js";
import { artifactId } from "./artifacts/describe-artifact.js";
import { runAll } from "./run-all.js";
import type { EntryKind, SessionInfo, StorageAdapter, StoredEntry } from "./storage-adapter.js";

export interface ArchiveOptions {
  /** @default the artifacts that the storage brings */
  readonly artifacts?: ArtifactStore;
  /** @default "default" */
  readonly tenant?: string;
}

const OPTIONS = { artifacts: methodsShape("an artifact store", "put", "get"), tenant: "text" } as const;

/** An archive over a store of transcripts and, where there is one, a store of artifacts. */
export function createArchive(storage: StorageAdapter, options?: ArchiveOptions): Archive {
  const check = { what: "createArchive", code: "INVALID_INPUT" } as const;
  checkedOptions(
    { storage: storage ?? null },
    { ...check, fields: { storage: methodsShape("a store", "append") } },
  );
  const given = checkedOptions<ArchiveOptions>(options, { ...check, fields: OPTIONS });
  return new StoreArchive(storage, given.artifacts ?? storage.artifacts, given.tenant ?? DEFAULT_TENANT);
}

class StoreArchive implements Archive {
  readonly name: string;
  readonly transcript: StorageAdapter;
  readonly artifacts?: ArtifactStore;
  readonly tenant: string;

  constructor(storage: StorageAdapter, artifacts: ArtifactStore | undefined, tenant: string) {
    this.name = storage.name;
    this.transcript = storage;
    if (artifacts) this.artifacts = artifacts;
    this.tenant = tenant;
  }

  artifactId(payload: string): string | undefined {
    return this.artifacts && artifactId(payload, this.artifacts.salt);
  }

  artifactsOf(entry: StoredEntry): string[] {
    return this.artifacts && entry.kind === "item" ? referencedIds(entry.data) : [];
  }

  append(sessionId: string, entries: readonly StoredEntry[]): Promise<void> {
    return this.transcript.append(sessionId, entries);
  }

  async appendItems(
    sessionId: string,
    entries: readonly StoredEntry[],
    payloads: readonly ArtifactInput[],
  ): Promise<ReadonlyMap<string, string>> {
    const ids = await this.#keep(sessionId, payloads);
    // Where payloads are not stored, or in memory only, the items keep them: one store that fails is enough.
    const areStored = this.artifacts && troubleOf(this.artifacts) === undefined;
    const referring = areStored
      ? entries.map((entry) => ({ ...entry, data: withReferences(entry.data, (text) => ids.get(text)) }))
      : entries;
    await this.transcript.append(sessionId, referring);
    return ids;
  }

  async read(sessionId: string, kinds?: readonly EntryKind[]): Promise<StoredEntry[]> {
    const entries: StoredEntry[] = [];
    for (const entry of await this.transcript.read(sessionId, kinds)) {
      entries.push(await this.#whole(sessionId, entry));
    }
    return entries;
  }

  async find(sessionId: string, ids: readonly string[]): Promise<(StoredEntry | undefined)[]> {
    const found: (StoredEntry | undefined)[] = [];
    for (const entry of await this.transcript.find(sessionId, ids)) {
      found.push(entry && (await this.#whole(sessionId, entry)));
    }
    return found;
  }

  sessions(): Promise<SessionInfo[]> {
    return this.transcript.sessions();
  }

  async remove(sessionId: string): Promise<boolean> {
    const payloads = await this.artifacts?.remove({ tenant: this.tenant, sessionId });
    return (await this.transcript.remove(sessionId)) || (payloads ?? 0) > 0;
  }

  sweep(before: string): Promise<string[]> {
    return this.transcript.sweep(before);
  }

  close(): Promise<void> {
    return runAll([() => this.artifacts?.close(), () => this.transcript.close()]);
  }

  /** Payloads before the items that refer to them. */
  async #keep(sessionId: string, payloads: readonly ArtifactInput[]): Promise<ReadonlyMap<string, string>> {
    const ids = new Map<string, string>();
    if (!this.artifacts || payloads.length === 0) return ids;
    try {
      const stored = await this.artifacts.put({ tenant: this.tenant, sessionId }, payloads);
      for (const [index, { text }] of payloads.entries()) {
        const id = stored[index]?.id;
        if (id !== undefined) ids.set(text, id);
      }
    } catch (error) {
      if (!CompactError.isInstance(error) || error.code !== "STORE_UNAVAILABLE") throw error;
    }
    return ids;
  }

  async #whole(sessionId: string, entry: StoredEntry): Promise<StoredEntry> {
    const { artifacts, tenant } = this;
    if (!artifacts || entry.kind !== "item") return entry;
    const texts = new Map<string, string>();
    for (const id of this.artifactsOf(entry)) {
      const artifact = await artifacts.get({ tenant, sessionId }, id);
      texts.set(id, artifact?.text ?? goneText(id));
    }
    return { ...entry, data: withoutReferences(entry.data, (id) => texts.get(id) ?? goneText(id)) };
  }
}

const goneText = (id: string): string => `[The payload ${id} is no longer stored: its retention has ended.]`;
