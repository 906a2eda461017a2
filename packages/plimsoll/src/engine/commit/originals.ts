import { BoundedMap } from "../../collections/bounded-map.js";
import type { Archive } from "../../stores/archive.js";
import type { StoredEntry } from "../../stores/storage-adapter.js";
import { openJson, type OriginalCipher, sealJson } from "./seal-json.js";

/** An item that redaction changed, on its way into the archive. */
export interface ChangedItem {
  readonly id: string;
  readonly ts: string;
  readonly item: object;
  /** The artifacts of its results, each with the number of the result. */
  readonly artifacts: ReadonlyMap<string, number>;
}

/** The archived form of an original: the sealed item, or the sealed result of an item. */
interface SealedItem {
  readonly sealed: string;
}
interface ResultOf {
  readonly item: string;
  readonly result: number;
}

const MAX_IN_MEMORY = 512;

const entryId = (id: string): string => `original_${id}`;

export interface OriginalsOptions {
  readonly archive: Archive;
  /** Absent if no key is configured: originals are then known only while this process lives. */
  readonly cipher?: OriginalCipher;
  /** Called if an original exists but cannot be opened. */
  onUnreadable(sessionId: string, itemId: string, error: unknown): void;
}

/**
 * Items as they were before redaction: the newest as the caller's own objects, and all of them sealed in the
 * archive if a key is configured. Keeps only items that redaction changed; only their owner can read them.
 */
export class Originals {
  readonly #options: OriginalsOptions;
  readonly #inMemory = new BoundedMap<string, object>(MAX_IN_MEMORY);

  constructor(options: OriginalsOptions) {
    this.#options = options;
  }

  /** The entries to archive along with the redacted ones; none for items that the archive already has. */
  async keep(sessionId: string, changed: readonly ChangedItem[]): Promise<StoredEntry[]> {
    for (const { id, item } of changed) this.#remember(sessionId, id, item);
    const { cipher, archive } = this.#options;
    if (!cipher || changed.length === 0) return [];
    const known = await archive.transcript.find(
      sessionId,
      changed.map(({ id }) => entryId(id)),
    );
    const entries: StoredEntry[] = [];
    for (const [index, { id, ts, item, artifacts }] of changed.entries()) {
      if (known[index] !== undefined) continue;
      const data: SealedItem = { sealed: await sealJson(cipher, item, this.#context(sessionId, id)) };
      entries.push({ kind: "original", id: entryId(id), ts, data });
      for (const [artifact, result] of artifacts) {
        const pointer: ResultOf = { item: id, result };
        entries.push({ kind: "original", id: entryId(artifact), ts, data: pointer });
      }
    }
    return entries;
  }

  /** The originals of these items, as far as there are any and they can be read. */
  async find<W extends object>(sessionId: string, ids: readonly string[]): Promise<ReadonlyMap<string, W>> {
    const found = new Map<string, W>();
    const sealed: string[] = [];
    for (const id of ids) {
      const item = this.#inMemory.get(memoryKey(sessionId, id));
      if (item) found.set(id, item as W);
      else sealed.push(id);
    }
    const { cipher, archive } = this.#options;
    if (!cipher || sealed.length === 0) return found;
    const entries = await archive.transcript.find(sessionId, sealed.map(entryId));
    for (const [index, id] of sealed.entries()) {
      const item = await this.#open(sessionId, id, entries[index]);
      if (item) found.set(id, item as W);
    }
    return found;
  }

  /** The item and the number of the result that an artifact was before redaction. */
  async findResult(
    sessionId: string,
    artifactId: string,
  ): Promise<{ item: object; result: number } | undefined> {
    if (!this.#options.cipher) return undefined;
    const [entry] = await this.#options.archive.transcript.find(sessionId, [entryId(artifactId)]);
    const pointer = entry?.data as Partial<ResultOf> | undefined;
    if (pointer?.item === undefined || pointer.result === undefined) return undefined;
    const item = (await this.find(sessionId, [pointer.item])).get(pointer.item);
    return item && { item, result: pointer.result };
  }

  /** Forgets the originals of a deleted session. */
  drop(sessionId: string): void {
    for (const key of this.#inMemory.keys())
      if (key.startsWith(memoryKey(sessionId, ""))) this.#inMemory.delete(key);
  }

  #remember(sessionId: string, id: string, item: object): void {
    this.#inMemory.set(memoryKey(sessionId, id), item);
  }

  async #open(sessionId: string, id: string, entry: StoredEntry | undefined): Promise<object | undefined> {
    const { cipher, onUnreadable } = this.#options;
    const sealed = (entry?.data as Partial<SealedItem> | undefined)?.sealed;
    if (!cipher || sealed === undefined) return undefined;
    try {
      return await openJson(cipher, sealed, this.#context(sessionId, id));
    } catch (error) {
      onUnreadable(sessionId, id, error);
      return undefined;
    }
  }

  /** A sealed original opens only in its own session and under its own id. */
  #context(sessionId: string, id: string): string {
    return JSON.stringify(["original", this.#options.archive.tenant, sessionId, id]);
  }
}

const memoryKey = (sessionId: string, id: string): string => `${JSON.stringify(sessionId)} ${id}`;
