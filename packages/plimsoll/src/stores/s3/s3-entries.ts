import { randomUUID } from "node:crypto";
import { BoundedMap } from "../../collections/bounded-map.js";
import { KeyedQueue } from "../../collections/keyed-queue.js";
import { sha256 } from "../../text/sha256.js";
import { type EncodedEntry, encodeEntries, withoutKnownItems } from "../entries/encode-entries.js";
import type { EntryKind, EntryPart, SessionInfo, StoredEntry, SweepOptions } from "../storage-adapter.js";
import { compareSessions, timestampMilliseconds } from "../timestamp-milliseconds.js";
import { validateSessionId } from "../validate-session-id.js";
import {
  batchName,
  batchNumber,
  type BatchHeader,
  decodeBatch,
  decodeHeader,
  encodeBatch,
  type EntryBatch,
  withOtherData,
} from "./entry-batch.js";
import { inParallel } from "./in-parallel.js";
import type { S3Objects } from "./s3-objects.js";

/** A batch of more is written as several objects: a prefix at worst. */
const BATCH_CHARACTERS = 8 * 1024 * 1024;
const HEADER_BYTES = 8192;
const REMEMBERED_SESSIONS = 500;

/** What a session is after its newest batch. */
interface SessionEnd {
  /** The number of the newest batch; 0 if there is none. */
  readonly number: number;
  readonly entries: number;
  readonly firstTs: string | undefined;
  readonly items: Set<string>;
}

/**
 * Entries as objects, one for each append, numbered without gaps. Whoever creates the object of a number has it: a
 * conditional write is all that processes need to share a bucket. Numbers count down in names, so the newest comes first.
 */
export class S3Entries implements EntryPart {
  readonly name = "s3";
  readonly #objects: S3Objects;
  readonly #queue = new KeyedQueue();
  readonly #ends = new BoundedMap<string, SessionEnd>(REMEMBERED_SESSIONS);

  constructor(objects: S3Objects) {
    this.#objects = objects;
  }

  async append(sessionId: string, entries: readonly StoredEntry[]): Promise<void> {
    validateSessionId(sessionId);
    const encoded = encodeEntries(entries);
    if (encoded.length === 0) return;
    await this.#queue.run(sessionId, async () => {
      for (const batch of batches(encoded)) await this.#appendBatch(sessionId, batch);
    });
  }

  async read(sessionId: string, kinds?: readonly EntryKind[]): Promise<StoredEntry[]> {
    const folder = folderOf(validateSessionId(sessionId));
    const entries: StoredEntry[] = [];
    for (const { entries: batch } of await this.#batches(folder)) entries.push(...batch);
    return kinds ? entries.filter(({ kind }) => kinds.includes(kind)) : entries;
  }

  async find(sessionId: string, ids: readonly string[]): Promise<(StoredEntry | undefined)[]> {
    if (ids.length === 0) return [];
    const found = new Map<string, StoredEntry>();
    for (const entry of await this.read(sessionId)) {
      const known = found.get(entry.id);
      if (!known || (known.kind !== "item" && entry.kind === "item")) found.set(entry.id, entry);
    }
    return ids.map((id) => found.get(id));
  }

  async sessions(): Promise<SessionInfo[]> {
    const folders: string[] = [];
    for await (const folder of this.#objects.folders("sessions/")) folders.push(folder);
    const infos = await inParallel(folders, (folder) => this.#info(folder));
    return infos.filter((info) => info !== undefined).sort(compareSessions);
  }

  async remove(sessionId: string): Promise<boolean> {
    const folder = folderOf(validateSessionId(sessionId));
    return this.#queue.run(sessionId, async () => {
      this.#ends.delete(sessionId);
      const names = await this.#names(folder);
      // The newest first: a writer that remembers the session looks for that one.
      for (const name of names) await this.#objects.remove(name);
      // What a process left behind that was killed between deleting an object and its versions.
      await this.#objects.forget(folder);
      return names.length > 0;
    });
  }

  async sweep(before: string, { except }: SweepOptions = {}): Promise<string[]> {
    const limit = timestampMilliseconds(before, () => "The time to sweep before");
    const old = (await this.sessions()).filter(({ lastTs }) => Date.parse(lastTs) < limit);
    const swept: string[] = [];
    for (const { sessionId } of old)
      if (except?.(sessionId) !== true && (await this.remove(sessionId))) swept.push(sessionId);
    return swept;
  }

  async replaceData(sessionId: string, change: (entry: StoredEntry) => Promise<unknown>): Promise<number> {
    let replaced = 0;
    for (const key of (await this.#names(folderOf(validateSessionId(sessionId)))).reverse()) {
      const found = await this.#objects.get(key);
      const batch = found && (await withOtherData(found, key, change));
      if (batch && batch.changed > 0 && (await this.#objects.replace(key, batch.bytes)))
        replaced += batch.changed;
    }
    return replaced;
  }

  async close(): Promise<void> {
    await this.#queue.idle();
  }

  async #appendBatch(sessionId: string, entries: readonly EncodedEntry[]): Promise<void> {
    const folder = folderOf(sessionId);
    const writer = randomUUID();
    let end = await this.#end(sessionId, folder);
    for (;;) {
      const { items } = end;
      const added = withoutKnownItems(entries, (id) => items.has(id));
      const [first, last] = [added[0], added.at(-1)];
      if (!first || !last) return;
      const number = end.number + 1;
      const header: BatchHeader = {
        sessionId,
        writer,
        entries: end.entries + added.length,
        firstTs: end.firstTs ?? first.ts,
        lastTs: last.ts,
      };
      const key = batchName(folder, number);
      const isCreated = await this.#objects.create(key, encodeBatch(header, added));
      const made = isCreated ? { header, entries: added } : await this.#batch(key);
      // Removed between the two requests: the session begins anew.
      end = made ? after(end, made) : emptyEnd();
      this.#ends.set(sessionId, end);
      // An earlier try of this very call may have created it, without an answer.
      if (made?.header.writer === writer) return;
    }
  }

  /** From memory if the newest batch that is remembered is still there; batches of others are found when writing. */
  async #end(sessionId: string, folder: string): Promise<SessionEnd> {
    const known = this.#ends.get(sessionId);
    if (known && known.number > 0 && (await this.#objects.exists(batchName(folder, known.number))))
      return known;
    let end = emptyEnd();
    for (const batch of await this.#batches(folder)) end = after({ ...end, number: batch.number - 1 }, batch);
    return end;
  }

  async #names(folder: string): Promise<string[]> {
    const names: string[] = [];
    for await (const name of this.#objects.names(folder)) if (batchNumber(name) > 0) names.push(name);
    return names;
  }

  async #batches(folder: string): Promise<(EntryBatch & { readonly number: number })[]> {
    const names = (await this.#names(folder)).reverse();
    const found = await inParallel(names, async (name) => {
      const batch = await this.#batch(name);
      return batch && { number: batchNumber(name), ...batch };
    });
    return found.filter((batch) => batch !== undefined);
  }

  async #batch(key: string): Promise<EntryBatch | undefined> {
    const bytes = await this.#objects.get(key);
    return bytes && decodeBatch(bytes, key);
  }

  async #info(folder: string): Promise<SessionInfo | undefined> {
    const { keys } = await this.#objects.page(folder, { limit: 1 });
    const [newest] = keys;
    if (newest === undefined || batchNumber(newest) === 0) return undefined;
    const bytes = await this.#objects.get(newest, { first: 0, last: HEADER_BYTES - 1 });
    const header = bytes && (decodeHeader(bytes, newest) ?? (await this.#batch(newest))?.header);
    if (!header) return undefined;
    const { sessionId, entries, firstTs, lastTs } = header;
    return { sessionId, entries, firstTs, lastTs };
  }
}

const emptyEnd = (): SessionEnd => ({ number: 0, entries: 0, firstTs: undefined, items: new Set() });

function after(
  { number, items }: SessionEnd,
  {
    header,
    entries,
  }: { readonly header: BatchHeader; readonly entries: readonly Pick<StoredEntry, "kind" | "id">[] },
): SessionEnd {
  for (const { kind, id } of entries) if (kind === "item") items.add(id);
  return { number: number + 1, entries: header.entries, firstTs: header.firstTs, items };
}

function* batches(entries: readonly EncodedEntry[]): Generator<EncodedEntry[]> {
  let batch: EncodedEntry[] = [];
  let characters = 0;
  for (const entry of entries) {
    if (batch.length > 0 && characters + entry.json.length > BATCH_CHARACTERS) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(entry);
    characters += entry.json.length;
  }
  yield batch;
}

const folderOf = (sessionId: string): string => `sessions/${sha256(sessionId).slice(0, 32)}/`;
