import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { open, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { CompactError } from "../../errors/compact-error.js";
import { createPrivateFolder, syncFolder } from "./create-private-folder.js";
import type { EncodedEntry } from "../entries/encode-entries.js";
import { withoutKnownItems } from "../entries/encode-entries.js";
import { isMissing } from "./is-missing.js";
import { listFolder } from "./list-folder.js";
import { removeFile } from "./write-file-atomically.js";
import { openSettled, replaceLines } from "./replace-lines.js";
import type { LineRecord } from "./session-file-index.js";
import { SessionFileIndex } from "./session-file-index.js";
import { entryLine, headerLine, parseLine } from "./session-file-line.js";
import type { EntryKind, StoredEntry } from "../storage-adapter.js";

const GROUP_BYTES = 1024 * 1024;
const GAP_BYTES = 16 * 1024;
const WRITE_CHARACTERS = 4 * 1024 * 1024;
const MAX_ATTEMPTS = 5;

export interface SessionFileOptions {
  readonly path: string;
  readonly sessionId: string;
  readonly fsync: boolean;
}

/** One session's append-only JSONL file. Its calls must not overlap; other processes may use the file too. */
export class SessionFile {
  readonly #options: SessionFileOptions;
  readonly #index: SessionFileIndex;

  constructor(options: SessionFileOptions) {
    this.#options = options;
    this.#index = new SessionFileIndex(options);
  }

  async append(entries: readonly EncodedEntry[]): Promise<void> {
    for (let attempt = 1; !(await this.#appendOnce(entries, attempt > 1)); attempt += 1) {
      if (attempt === MAX_ATTEMPTS)
        throw new CompactError(
          "STORE_UNAVAILABLE",
          `${this.#options.path} was replaced again and again while it was written; is another program at work on it?`,
          { details: { path: this.#options.path } },
        );
    }
  }

  /** False if another process put a file in the place of this one: what was written went to the old one. */
  async #appendOnce(entries: readonly EncodedEntry[], isRepeated: boolean): Promise<boolean> {
    const handle = await openSettled(this.#options.path, () => this.#openForAppend());
    try {
      await this.#index.refresh(handle);
      const isNew = !this.#index.hasHeader;
      const fresh = withoutKnownItems(entries, (id) => this.#index.hasItem(id));
      // Whoever replaced the file may have carried them over.
      const added = isRepeated ? fresh.filter(({ kind, id }) => this.#index.find(id)?.kind !== kind) : fresh;
      if (added.length === 0) return await isInPlace(handle, this.#options.path);
      await this.#appendAll(handle, added);
      if (this.#options.fsync) {
        await handle.datasync();
        if (isNew) await syncFolder(dirname(this.#options.path));
      }
      return await isInPlace(handle, this.#options.path);
    } finally {
      await handle.close();
    }
  }

  /** Writes a new file with other data and puts it in the place of the old one, with what was appended meanwhile. */
  async replaceData(change: (entry: StoredEntry) => Promise<unknown>): Promise<number> {
    return this.#withFile(0, (handle) => replaceLines(handle, this.#options, change));
  }

  async read(kinds?: readonly EntryKind[]): Promise<StoredEntry[]> {
    return this.#withFile([], async (handle) => {
      const { records } = this.#index;
      return readEntries(handle, kinds ? records.filter(({ kind }) => kinds.includes(kind)) : records);
    });
  }

  async find(ids: readonly string[]): Promise<(StoredEntry | undefined)[]> {
    return this.#withFile(
      ids.map(() => undefined),
      async (handle) => {
        const records = ids.map((id) => this.#index.find(id));
        const wanted = new Set(records.filter((record) => record !== undefined));
        const ordered = [...wanted].sort((left, right) => left.start - right.start);
        const entries = await readEntries(handle, ordered);
        const byRecord = new Map(ordered.map((record, position) => [record, entries[position]]));
        return records.map((record) => record && byRecord.get(record));
      },
    );
  }

  /** False if there was no file. */
  async remove(): Promise<boolean> {
    const { path, fsync } = this.#options;
    const isRemoved = await removeFile(path);
    for (const name of await listFolder(dirname(path)))
      if (name.startsWith(`${basename(path)}.`)) await removeFile(join(dirname(path), name));
    // One that was just being replaced may have been put back, until its temporary file was gone.
    const isRemovedAgain = await removeFile(path);
    if (fsync && (isRemoved || isRemovedAgain)) await syncFolder(dirname(path));
    return isRemoved || isRemovedAgain;
  }

  async #openForAppend(): Promise<FileHandle> {
    const { path, fsync } = this.#options;
    const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT;
    try {
      return await open(path, flags, 0o600);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
    await createPrivateFolder(dirname(path), fsync);
    return open(path, flags, 0o600);
  }

  async #withFile<T>(absent: T, use: (handle: FileHandle) => Promise<T>): Promise<T> {
    let handle: FileHandle;
    try {
      handle = await openSettled(this.#options.path, () => open(this.#options.path, "r"));
    } catch (error) {
      if (isMissing(error)) return absent;
      throw error;
    }
    try {
      await this.#index.refresh(handle);
      return await use(handle);
    } finally {
      await handle.close();
    }
  }

  /**
   * Writes, then reads back. A full disk can cut a write short, and a killed process can leave half a line
   * between the check of the file's end and the write. Writes missing entries again.
   */
  async #appendAll(handle: FileHandle, entries: readonly EncodedEntry[]): Promise<void> {
    let missing = entries;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      await this.#write(handle, missing);
      const present = new Set((await this.#index.refresh(handle)).map(entryKey));
      missing = missing.filter((entry) => !present.has(entryKey(entry)));
      if (missing.length === 0) return;
    }
    throw new CompactError(
      "STORE_UNAVAILABLE",
      `${this.#options.path} does not return what was written (${missing.length} of ${entries.length} entries are missing); check the disk.`,
      { details: { path: this.#options.path, missing: missing.length } },
    );
  }

  /**
   * One write of whole lines, or a few for a very large batch. Each begins with a newline: another process may be killed in the
   * middle of a line after the end of the file was looked at, and the first line here must not become the rest of that one.
   */
  async #write(handle: FileHandle, entries: readonly EncodedEntry[]): Promise<void> {
    const { hasHeader, endsWithNewline } = this.#index;
    let text = hasHeader || !endsWithNewline ? "\n" : "";
    if (!hasHeader) text += headerLine(this.#options.sessionId);
    for (const [position, entry] of entries.entries()) {
      text += entryLine(entry);
      if (text.length < WRITE_CHARACTERS || position === entries.length - 1) continue;
      if (!(await writeWhole(handle, text))) return;
      text = "\n";
    }
    await writeWhole(handle, text);
  }
}

/** False after another process removed or replaced the file. */
async function isInPlace(handle: FileHandle, path: string): Promise<boolean> {
  const [own, current] = [
    await handle.stat(),
    await stat(path).catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    }),
  ];
  return current?.ino === own.ino && current.dev === own.dev;
}

async function writeWhole(handle: FileHandle, text: string): Promise<boolean> {
  const bytes = Buffer.from(text, "utf8");
  const { bytesWritten } = await handle.write(bytes, 0, bytes.length);
  return bytesWritten === bytes.length;
}

/** The entries at these places, which are sorted by offset; near neighbours are read together. */
async function readEntries(handle: FileHandle, records: readonly LineRecord[]): Promise<StoredEntry[]> {
  const entries: StoredEntry[] = [];
  let group: LineRecord[] = [];
  let start = 0;
  let end = 0;
  for (const record of records) {
    const recordEnd = record.start + record.length;
    if (recordEnd - start > GROUP_BYTES || record.start - end > GAP_BYTES) {
      await readGroup(handle, group, entries);
      group = [];
    }
    if (group.length === 0) start = record.start;
    group.push(record);
    end = recordEnd;
  }
  await readGroup(handle, group, entries);
  return entries;
}

async function readGroup(
  handle: FileHandle,
  group: readonly LineRecord[],
  entries: StoredEntry[],
): Promise<void> {
  const first = group[0];
  const last = group.at(-1);
  if (!first || !last) return;
  const bytes = Buffer.allocUnsafe(last.start + last.length - first.start);
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, first.start);
  for (const { start, length, id } of group) {
    const offset = start - first.start;
    const entry = parseLine(bytes.subarray(offset, Math.min(offset + length, bytesRead)))?.entry;
    if (entry?.id !== id) throw new Error(`the file changed while it was read (entry ${JSON.stringify(id)})`);
    entries.push(entry);
  }
}

function entryKey(entry: { readonly kind: EntryKind; readonly id: string }): string {
  return `${entry.kind} ${entry.id}`;
}
