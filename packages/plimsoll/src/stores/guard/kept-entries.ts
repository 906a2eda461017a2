import { CompactError } from "../../errors/compact-error.js";
import type { UnwrittenEntries } from "../archive.js";
import { type EncodedEntry, passEntry, withoutKnownItems } from "../entries/encode-entries.js";
import { EntryList } from "../entries/entry-list.js";
import type { EntryKind, EntryPart, SessionInfo, StoredEntry } from "../storage-adapter.js";
import { compareSessions } from "../timestamp-milliseconds.js";

/** Events may take at most this share of the entries in memory, to leave room for the conversation. */
const EVENT_SHARE = 0.25;

export interface KeptEntriesOptions {
  /** The store that the entries wait for. */
  readonly store: string;
  readonly maxEntries: number;
  readonly maxCharacters: number;
}

/** Entries that a store could not write, kept in memory until it can. */
export class KeptEntries {
  readonly #options: KeptEntriesOptions;
  readonly #sessions = new Map<string, EntryList>();

  constructor(options: KeptEntriesOptions) {
    this.#options = options;
  }

  get isEmpty(): boolean {
    return this.#sessions.size === 0;
  }

  get sessionIds(): string[] {
    return [...this.#sessions.keys()];
  }

  /** @throws CompactError `STORE_UNAVAILABLE` beyond the bounds. */
  add(sessionId: string, entries: readonly EncodedEntry[], cause: unknown): void {
    const list = this.#sessions.get(sessionId) ?? new EntryList();
    const added = withoutKnownItems(entries, (id) => list.hasItem(id));
    const { store, maxEntries, maxCharacters } = this.#options;
    const kept = this.totals();
    const characters = added.reduce((sum, entry) => sum + entry.json.length, kept.characters);
    const share = added.length > 0 && added.every(({ kind }) => kind === "event") ? EVENT_SHARE : 1;
    if (kept.entries + added.length > maxEntries * share || characters > maxCharacters * share) {
      throw new CompactError(
        "STORE_UNAVAILABLE",
        `The ${store} store fails and the ${kept.entries} entries kept in memory leave no room for ${added.length} more; repair the store, or raise maxEntries (${maxEntries}) or maxCharacters (${maxCharacters}).`,
        { details: { kept: kept.entries, maxEntries, characters, maxCharacters }, cause },
      );
    }
    list.append(added);
    if (list.size > 0) this.#sessions.set(sessionId, list);
  }

  /** The stored entries followed by the kept ones. */
  behind(stored: StoredEntry[], sessionId: string, kinds?: readonly EntryKind[]): StoredEntry[] {
    const kept = this.#sessions.get(sessionId)?.read(kinds);
    if (!kept) return stored;
    const known = new Set(stored.map(entryKey));
    return [...stored, ...kept.filter((entry) => !known.has(entryKey(entry)))];
  }

  find(sessionId: string, id: string): StoredEntry | undefined {
    return this.#sessions.get(sessionId)?.find(id);
  }

  delete(sessionId: string): boolean {
    return this.#sessions.delete(sessionId);
  }

  /** The store's sessions merged with the kept entries. */
  withKept(stored: readonly SessionInfo[]): SessionInfo[] {
    const merged = new Map(stored.map((info) => [info.sessionId, info]));
    for (const [sessionId, list] of this.#sessions) {
      const kept = list.info(sessionId);
      const known = merged.get(sessionId);
      if (!kept) continue;
      const both = known && { ...known, entries: known.entries + kept.entries, lastTs: kept.lastTs };
      merged.set(sessionId, both ?? kept);
    }
    return [...merged.values()].sort(compareSessions);
  }

  /** Writes a session's kept entries to the store, then forgets them. */
  async handOver(sessionId: string, store: EntryPart): Promise<void> {
    const kept = this.#sessions.get(sessionId)?.encoded;
    if (!kept) return;
    // An append that failed half-way has left the first of its entries.
    const stored = await store.find(
      sessionId,
      kept.map((entry) => entry.id),
    );
    const missing = kept.filter((entry, position) => stored[position]?.kind !== entry.kind);
    await store.append(sessionId, missing.map(passEntry));
    this.#sessions.delete(sessionId);
  }

  totals(): { readonly entries: number; readonly characters: number } {
    let entries = 0;
    let characters = 0;
    for (const list of this.#sessions.values()) {
      entries += list.size;
      characters += list.characters;
    }
    return { entries, characters };
  }

  unwritten(): UnwrittenEntries[] {
    return [...this.#sessions].map(([sessionId, list]) => ({ sessionId, entries: list.read() }));
  }
}

function entryKey(entry: StoredEntry): string {
  return `${entry.kind} ${entry.id}`;
}
