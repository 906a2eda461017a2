import { CompactError } from "../../errors/compact-error.js";
import { ownText } from "../../text/own-text.js";
import { sha256 } from "../../text/sha256.js";
import type { CompactEvent } from "../../events/compact-event.js";
import type { StorageAdapter, StoredEntry } from "../../stores/storage-adapter.js";

/** Events of quiet calls are gathered until there are this many. */
const FLUSH_AT = 64;
const MAX_WAITING = 1000;
/** An error names at most this many sessions. */
const MAX_NAMED = 100;

interface NumberedEvent {
  readonly number: number;
  readonly event: CompactEvent;
}

/** Gathers events by session and archives them before a window changes, and from time to time in between. */
export class EventArchive {
  readonly #waiting = new Map<string, NumberedEvent[]>();
  #counter = 0;

  record(event: CompactEvent): void {
    const numbered = { number: this.#counter++, event };
    const list = this.#waiting.get(event.session_id);
    if (list) list.push(numbered);
    else this.#waiting.set(event.session_id, [numbered]);
  }

  /** The error for events that no store took and that are kept nowhere; undefined if there are none. */
  get unarchived(): CompactError | undefined {
    const events = [...this.#waiting.values()].reduce((sum, entries) => sum + entries.length, 0);
    if (events === 0) return undefined;
    const sessions = [...this.#waiting.keys()];
    return new CompactError(
      "STORE_UNAVAILABLE",
      `${events} events of ${sessions.length} sessions could not be archived.`,
      { details: { entries: events, sessions: sessions.slice(0, MAX_NAMED) } },
    );
  }

  /**
   * Archives the events of a session, or only if there are many of them. Never rejects: if the store fails, the
   * newest events wait for the next time.
   */
  async flush(sessionId: string, storage: StorageAdapter, when: "now" | "many" = "now"): Promise<void> {
    const events = this.#waiting.get(sessionId);
    if (!events || (when === "many" && events.length < FLUSH_AT)) return;
    this.#waiting.delete(sessionId);
    try {
      await storage.append(sessionId, events.map(entryOf));
    } catch {
      const since = this.#waiting.get(sessionId) ?? [];
      this.#waiting.set(sessionId, [...events, ...since].slice(-MAX_WAITING));
    }
  }

  /** Forgets the events of a session that is deleted. */
  drop(sessionId: string): void {
    this.#waiting.delete(sessionId);
  }

  async flushAll(storage: StorageAdapter): Promise<void> {
    for (const sessionId of Array.from(this.#waiting.keys())) await this.flush(sessionId, storage);
  }
}

/** Its id is made when it is written: most events of a gateway's short conversations never are. */
function entryOf({ number, event }: NumberedEvent): StoredEntry {
  const digest = sha256(`${number}\n${JSON.stringify(event)}`);
  return { kind: "event", id: ownText(`evt_${digest.slice(0, 24)}`), ts: event.ts, data: event };
}
