import { CompactError } from "../../errors/compact-error.js";
import type { UnwrittenEntries } from "../archive.js";
import type { EncodedEntry } from "../entries/encode-entries.js";
import { encodeEntries, passEntry, withoutKnownItems } from "../entries/encode-entries.js";
import { EntryList } from "../entries/entry-list.js";
import { Degradation, isCallersFault, sentence, type StoreTrouble } from "./degradation.js";
import { KeyedQueue } from "../keyed-queue.js";
import type { EntryKind, SessionInfo, StorageAdapter, StoredEntry } from "../storage-adapter.js";
import { compareSessions, timestampMilliseconds } from "../timestamp-milliseconds.js";
import { validateSessionId } from "../validate-session-id.js";

const DEFAULT_MAX_ENTRIES = 10_000;
const DEFAULT_MAX_CHARACTERS = 64 * 1024 * 1024;
/** Of the entries in memory at most this share are events: they must not take the room of what was said. */
const EVENT_SHARE = 0.25;
/** A message names at most this many sessions. */
const MAX_NAMED = 100;

export interface FallbackOptions {
  /** Called when the primary starts to fail, once until it works again. */
  readonly onDegraded: (error: unknown, operation: string) => void;
  /** How many entries are kept in memory before `append` rejects; 10,000 unless told. */
  readonly maxEntries?: number;
  /** How many characters of JSON the kept entries may have in all; 64 Mi unless told. */
  readonly maxCharacters?: number;
  /** ISO 8601, for when the trouble began. */
  readonly now?: () => string;
}

/** A store that says what it keeps for a primary that fails. */
export interface FallbackStorage extends StorageAdapter {
  /** Undefined while the primary works and has everything. */
  readonly trouble: StoreTrouble | undefined;
  /** What is in memory only, oldest first in each session; also after `close`. */
  unwritten(): UnwrittenEntries[];
  /** Tries to hand over what is kept. Never rejects. */
  retry(): Promise<void>;
}

/**
 * A store that goes on when its primary fails: entries are kept in memory, reads see them, and the next append
 * hands them over. Beyond the bounds `append` rejects with `STORE_UNAVAILABLE`, and so does `close` where something is
 * still kept. Deletions are never pretended: `remove` and `sweep` reject when the primary does.
 */
export function withFallback(primary: StorageAdapter, options: FallbackOptions): FallbackStorage {
  return new MemoryFallback(primary, options);
}

class MemoryFallback implements FallbackStorage {
  readonly name: string;
  readonly #primary: StorageAdapter;
  readonly #options: FallbackOptions;
  readonly #queue = new KeyedQueue();
  readonly #kept = new Map<string, EntryList>();
  readonly #health: Degradation;
  #closing: Promise<void> | undefined;

  constructor(primary: StorageAdapter, options: FallbackOptions) {
    this.name = primary.name;
    this.#primary = primary;
    this.#options = options;
    this.#health = new Degradation({
      onDegraded: (error, operation) => options.onDegraded(error, operation),
      isEmpty: () => this.#kept.size === 0,
      ...(options.now ? { now: options.now } : {}),
    });
  }

  get trouble(): StoreTrouble | undefined {
    const { failing } = this.#health;
    if (!failing) return undefined;
    const { entries, characters } = this.#keptTotals();
    return { ...failing, store: this.name, kept: entries, characters };
  }

  unwritten(): UnwrittenEntries[] {
    return [...this.#kept].map(([sessionId, list]) => ({ sessionId, entries: list.read() }));
  }

  async retry(): Promise<void> {
    if (this.#kept.size > 0) await this.#handOverAll();
  }

  async append(sessionId: string, entries: readonly StoredEntry[]): Promise<void> {
    validateSessionId(sessionId);
    const encoded = encodeEntries(entries);
    if (encoded.length === 0) return;
    const isStored = await this.#queue.run(sessionId, () => this.#store(sessionId, encoded));
    if (isStored) await this.#handOverAll();
  }

  async read(sessionId: string, kinds?: readonly EntryKind[]): Promise<StoredEntry[]> {
    validateSessionId(sessionId);
    return this.#queue.run(sessionId, async () => {
      const stored = await this.#health.attempt("read", [], () => this.#primary.read(sessionId, kinds));
      const kept = this.#kept.get(sessionId)?.read(kinds);
      if (!kept) return stored;
      const known = new Set(stored.map(entryKey));
      return [...stored, ...kept.filter((entry) => !known.has(entryKey(entry)))];
    });
  }

  async find(sessionId: string, ids: readonly string[]): Promise<(StoredEntry | undefined)[]> {
    validateSessionId(sessionId);
    return this.#queue.run(sessionId, async () => {
      const stored = await this.#health.attempt("find", [], () => this.#primary.find(sessionId, ids));
      const kept = this.#kept.get(sessionId);
      return ids.map((id, position) => stored[position] ?? kept?.find(id));
    });
  }

  async sessions(): Promise<SessionInfo[]> {
    return this.#withKept(await this.#health.attempt("sessions", [], () => this.#primary.sessions()));
  }

  async remove(sessionId: string): Promise<boolean> {
    validateSessionId(sessionId);
    return this.#queue.run(sessionId, async () => {
      const wasStored = await this.#primary.remove(sessionId);
      const wasKept = this.#kept.delete(sessionId);
      this.#health.recover();
      return wasStored || wasKept;
    });
  }

  async sweep(before: string): Promise<string[]> {
    const limit = timestampMilliseconds(before, () => "The time to sweep before");
    await this.#handOverAll();
    if (this.#kept.size === 0) return this.#primary.sweep(before);
    // The primary alone would delete a session whose newest entries are only kept here.
    const infos = this.#withKept(await this.#primary.sessions());
    const old = infos.filter((info) => Date.parse(info.lastTs) < limit).map((info) => info.sessionId);
    for (const sessionId of old) await this.remove(sessionId);
    return old;
  }

  /**
   * Tries once more to hand over what is kept, and closes the primary in any case.
   *
   * @throws CompactError `STORE_UNAVAILABLE` with the numbers, where something could not be written.
   */
  async close(): Promise<void> {
    this.#closing ??= this.#close();
    await this.#closing;
  }

  async #close(): Promise<void> {
    await this.#queue.idle();
    await this.#handOverAll({ isLast: true });
    const { trouble } = this;
    await this.#health.attempt("close", undefined, () => this.#primary.close());
    if (this.#kept.size > 0) throw this.#unwrittenError(trouble?.reason ?? "it failed");
  }

  #unwrittenError(reason: string): CompactError {
    const { entries, characters } = this.#keptTotals();
    const ids = [...this.#kept.keys()];
    const sessions = ids.slice(0, MAX_NAMED);
    const shown = sessions.slice(0, 3).map((id) => JSON.stringify(id.slice(0, 80)));
    return new CompactError(
      "STORE_UNAVAILABLE",
      `The ${this.name} store closed without ${entries} entries of ${ids.length} sessions (${shown.join(", ")}${ids.length > 3 ? ", …" : ""}) that it could not write: ${sentence(reason)} They are in memory until the process ends: read them with unwritten(), or repair the store and append them.`,
      { details: { store: this.name, entries, characters, sessions, reason } },
    );
  }

  /** True if the primary has the entries, false if they are kept here. */
  async #store(sessionId: string, entries: readonly EncodedEntry[]): Promise<boolean> {
    try {
      await this.#handOver(sessionId);
      await this.#primary.append(sessionId, entries.map(passEntry));
    } catch (error) {
      if (isCallersFault(error)) throw error;
      this.#health.degrade(error, "append");
      this.#keep(sessionId, entries, error);
      return false;
    }
    this.#health.recover();
    return true;
  }

  #keep(sessionId: string, entries: readonly EncodedEntry[], cause: unknown): void {
    const list = this.#kept.get(sessionId) ?? new EntryList();
    const added = withoutKnownItems(entries, (id) => list.hasItem(id));
    const { maxEntries = DEFAULT_MAX_ENTRIES, maxCharacters = DEFAULT_MAX_CHARACTERS } = this.#options;
    const kept = this.#keptTotals();
    const characters = added.reduce((sum, entry) => sum + entry.json.length, kept.characters);
    const share = added.length > 0 && added.every(({ kind }) => kind === "event") ? EVENT_SHARE : 1;
    if (kept.entries + added.length > maxEntries * share || characters > maxCharacters * share) {
      throw new CompactError(
        "STORE_UNAVAILABLE",
        `The ${this.name} store fails and the ${kept.entries} entries kept in memory leave no room for ${added.length} more; repair the store, or raise maxEntries (${maxEntries}) or maxCharacters (${maxCharacters}).`,
        { details: { kept: kept.entries, maxEntries, characters, maxCharacters }, cause },
      );
    }
    list.append(added);
    if (list.size > 0) this.#kept.set(sessionId, list);
  }

  #keptTotals(): { readonly entries: number; readonly characters: number } {
    let entries = 0;
    let characters = 0;
    for (const list of this.#kept.values()) {
      entries += list.size;
      characters += list.characters;
    }
    return { entries, characters };
  }

  /** Runs inside the session's queue. */
  async #handOver(sessionId: string): Promise<void> {
    const kept = this.#kept.get(sessionId)?.encoded;
    if (!kept) return;
    // An append that failed half-way has left the first of its entries.
    const stored = await this.#primary.find(
      sessionId,
      kept.map((entry) => entry.id),
    );
    const missing = kept.filter((entry, position) => stored[position]?.kind !== entry.kind);
    await this.#primary.append(sessionId, missing.map(passEntry));
    this.#kept.delete(sessionId);
  }

  /** Stops at the first failure: the next append tries again. The last time, no session waits for another. */
  async #handOverAll({ isLast = false } = {}): Promise<void> {
    for (const sessionId of this.#kept.keys()) {
      try {
        await this.#queue.run(sessionId, () => this.#handOver(sessionId));
      } catch (error) {
        this.#health.degrade(error, "append");
        if (!isLast) return;
      }
    }
    this.#health.recover();
  }

  #withKept(stored: readonly SessionInfo[]): SessionInfo[] {
    const merged = new Map(stored.map((info) => [info.sessionId, info]));
    for (const [sessionId, list] of this.#kept) {
      const kept = list.info(sessionId);
      const known = merged.get(sessionId);
      if (!kept) continue;
      const both = known && { ...known, entries: known.entries + kept.entries, lastTs: kept.lastTs };
      merged.set(sessionId, both ?? kept);
    }
    return [...merged.values()].sort(compareSessions);
  }
}

function entryKey(entry: StoredEntry): string {
  return `${entry.kind} ${entry.id}`;
}
