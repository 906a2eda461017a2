import { encodeEntries } from "../entries/encode-entries.js";
import { EntryList } from "../entries/entry-list.js";
import type { EntryKind, EntryPart, SessionInfo, StoredEntry, SweepOptions } from "../storage-adapter.js";
import { compareSessions, timestampMilliseconds } from "../timestamp-milliseconds.js";
import { validateSessionId } from "../validate-session-id.js";

/** Entries that live and end with the process. */
export class MemoryEntries implements EntryPart {
  readonly name = "memory";
  readonly #sessions = new Map<string, EntryList>();

  async append(sessionId: string, entries: readonly StoredEntry[]): Promise<void> {
    validateSessionId(sessionId);
    const encoded = encodeEntries(entries);
    if (encoded.length === 0) return;
    const list = this.#sessions.get(sessionId) ?? new EntryList();
    list.append(encoded);
    this.#sessions.set(sessionId, list);
  }

  async read(sessionId: string, kinds?: readonly EntryKind[]): Promise<StoredEntry[]> {
    return this.#sessions.get(validateSessionId(sessionId))?.read(kinds) ?? [];
  }

  async find(sessionId: string, ids: readonly string[]): Promise<(StoredEntry | undefined)[]> {
    const list = this.#sessions.get(validateSessionId(sessionId));
    return ids.map((id) => list?.find(id));
  }

  async sessions(): Promise<SessionInfo[]> {
    const infos = [...this.#sessions].map(([sessionId, list]) => list.info(sessionId));
    return infos.filter((info) => info !== undefined).sort(compareSessions);
  }

  async remove(sessionId: string): Promise<boolean> {
    return this.#sessions.delete(validateSessionId(sessionId));
  }

  async sweep(before: string, { except }: SweepOptions = {}): Promise<string[]> {
    const limit = timestampMilliseconds(before, () => "The time to sweep before");
    const old = (await this.sessions()).filter(
      ({ sessionId, lastTs }) => Date.parse(lastTs) < limit && except?.(sessionId) !== true,
    );
    for (const info of old) this.#sessions.delete(info.sessionId);
    return old.map((info) => info.sessionId);
  }

  async close(): Promise<void> {}
}
