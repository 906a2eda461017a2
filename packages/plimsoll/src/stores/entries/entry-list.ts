import type { EncodedEntry } from "./encode-entries.js";
import { decodeEntry, withoutKnownItems } from "./encode-entries.js";
import { packEntry } from "./pack-entry.js";
import type { EntryKind, SessionInfo, StoredEntry } from "../storage-adapter.js";

/** One session's entries in memory, kept as JSON text so that nobody can change archived data. */
export class EntryList {
  readonly #entries: EncodedEntry[] = [];
  readonly #items = new Map<string, EncodedEntry>();
  readonly #others = new Map<string, EncodedEntry>();
  #characters = 0;

  get size(): number {
    return this.#entries.length;
  }

  get characters(): number {
    return this.#characters;
  }

  get encoded(): readonly EncodedEntry[] {
    return this.#entries;
  }

  hasItem(id: string): boolean {
    return this.#items.has(id);
  }

  append(entries: readonly EncodedEntry[]): void {
    for (const entry of withoutKnownItems(entries, (id) => this.hasItem(id))) {
      const index = entry.kind === "item" ? this.#items : this.#others;
      const packed = packEntry(entry);
      if (!index.has(entry.id)) index.set(entry.id, packed);
      this.#entries.push(packed);
      this.#characters += entry.json.length;
    }
  }

  read(kinds?: readonly EntryKind[]): StoredEntry[] {
    const wanted = kinds ? this.#entries.filter((entry) => kinds.includes(entry.kind)) : this.#entries;
    return wanted.map(decodeEntry);
  }

  find(id: string): StoredEntry | undefined {
    const entry = this.#items.get(id) ?? this.#others.get(id);
    return entry && decodeEntry(entry);
  }

  /** Undefined while the list is empty. */
  info(sessionId: string): SessionInfo | undefined {
    const first = this.#entries[0];
    const last = this.#entries.at(-1);
    if (!first || !last) return undefined;
    return { sessionId, entries: this.#entries.length, firstTs: first.ts, lastTs: last.ts };
  }
}
