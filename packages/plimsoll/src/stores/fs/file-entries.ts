import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { encodeEntries } from "../entries/encode-entries.js";
import { BoundedMap } from "../../collections/bounded-map.js";
import { KeyedQueue } from "../../collections/keyed-queue.js";
import { isMissing } from "./is-missing.js";
import { SessionFile } from "./session-file.js";
import { isSessionFileName, sessionFileName } from "./session-file-name.js";
import { summarizeSessionFile } from "./summarize-session-file.js";
import type { EntryKind, EntryPart, SessionInfo, StoredEntry, SweepOptions } from "../storage-adapter.js";
import { storeUnavailable } from "../store-unavailable.js";
import { compareSessions, timestampMilliseconds } from "../timestamp-milliseconds.js";
import { validateSessionId } from "../validate-session-id.js";

const MAX_OPEN_INDEXES = 64;
const MAX_LISTED = 20_000;

/** What a list of sessions said of a file, and of which state of it. */
interface ListedFile {
  readonly state: string;
  readonly info: SessionInfo | undefined;
}

/** Where the entries are, and whether writing waits for the disk. */
export interface FileEntriesOptions {
  readonly folder: string;
  readonly fsync: boolean;
}

/** Entries in one append-only JSONL file per session. Processes may share the folder. */
export class FileEntries implements EntryPart {
  readonly name = "fs";
  readonly #folder: string;
  readonly #fsync: boolean;
  readonly #queue = new KeyedQueue();
  readonly #files = new BoundedMap<string, SessionFile>(MAX_OPEN_INDEXES);
  readonly #listed = new BoundedMap<string, ListedFile>(MAX_LISTED);

  constructor({ folder, fsync }: FileEntriesOptions) {
    this.#folder = folder;
    this.#fsync = fsync;
  }

  async append(sessionId: string, entries: readonly StoredEntry[]): Promise<void> {
    validateSessionId(sessionId);
    const encoded = encodeEntries(entries);
    if (encoded.length === 0) return;
    await this.#onFile(sessionId, "append", (file) => file.append(encoded));
  }

  async read(sessionId: string, kinds?: readonly EntryKind[]): Promise<StoredEntry[]> {
    return this.#onFile(sessionId, "read", (file) => file.read(kinds));
  }

  async find(sessionId: string, ids: readonly string[]): Promise<(StoredEntry | undefined)[]> {
    return this.#onFile(sessionId, "find entries", (file) => file.find(ids));
  }

  async sessions(): Promise<SessionInfo[]> {
    const infos: SessionInfo[] = [];
    for (const name of await this.#fileNames("list sessions")) {
      const info = await this.#list(name);
      if (info) infos.push(info);
    }
    return infos.sort(compareSessions);
  }

  async remove(sessionId: string): Promise<boolean> {
    return this.#onFile(sessionId, "remove a session", (file) => file.remove());
  }

  async sweep(before: string, { except }: SweepOptions = {}): Promise<string[]> {
    const limit = timestampMilliseconds(before, () => "The time to sweep before");
    const isOld = (info: SessionInfo | undefined) => info !== undefined && Date.parse(info.lastTs) < limit;
    const swept: SessionInfo[] = [];
    for (const name of await this.#fileNames("sweep")) {
      const found = await this.#summarize(name, false);
      if (!found || !isOld(found) || except?.(found.sessionId) === true) continue;
      // Looked at again when no append of this process can be under way.
      const isRemoved = await this.#onFile(found.sessionId, "sweep", async (file) =>
        isOld(await this.#summarize(name, false)) ? file.remove() : false,
      );
      if (isRemoved) swept.push(found);
    }
    return swept.sort(compareSessions).map((info) => info.sessionId);
  }

  async replaceData(sessionId: string, change: (entry: StoredEntry) => Promise<unknown>): Promise<number> {
    return this.#onFile(sessionId, "replace the data of entries", (file) => file.replaceData(change));
  }

  async close(): Promise<void> {
    await this.#queue.idle();
    this.#files.clear();
    this.#listed.clear();
  }

  async #onFile<T>(sessionId: string, operation: string, use: (file: SessionFile) => Promise<T>): Promise<T> {
    const path = join(this.#folder, sessionFileName(validateSessionId(sessionId)));
    return this.#queue.run(sessionId, async () => {
      try {
        return await use(this.#file(sessionId, path));
      } catch (error) {
        throw storeUnavailable(error, { store: this.name, operation, path });
      }
    });
  }

  /** The most recently used sessions keep their index; an older one is built again when it is needed. */
  #file(sessionId: string, path: string): SessionFile {
    const file = this.#files.get(sessionId) ?? new SessionFile({ path, sessionId, fsync: this.#fsync });
    this.#files.set(sessionId, file);
    return file;
  }

  async #fileNames(operation: string): Promise<string[]> {
    try {
      return (await readdir(this.#folder)).filter(isSessionFileName);
    } catch (error) {
      if (isMissing(error)) return [];
      throw storeUnavailable(error, { store: this.name, operation, path: this.#folder });
    }
  }

  /** A file is read again only if it has changed since the last list. */
  async #list(name: string): Promise<SessionInfo | undefined> {
    const found = await stat(join(this.#folder, name)).catch(() => undefined);
    const state = found ? `${found.dev}:${found.ino}:${found.size}:${found.mtimeMs}` : "";
    const known = this.#listed.get(name);
    if (known && known.state === state) return known.info;
    const info = await this.#summarize(name, true);
    this.#listed.set(name, { state, info });
    return info;
  }

  async #summarize(name: string, isCounted: boolean): Promise<SessionInfo | undefined> {
    const path = join(this.#folder, name);
    try {
      return await summarizeSessionFile(path, { isCounted });
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw storeUnavailable(error, { store: this.name, operation: "list sessions", path });
    }
  }
}
