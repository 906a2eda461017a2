import { memoryStorage } from "../../stores/memory/memory-storage.js";
import type { EntryKind, StorageAdapter, StoredEntry } from "../../stores/storage-adapter.js";
import { BoundedMap } from "../../collections/bounded-map.js";
import { isRecord } from "../../text/is-record.js";

/** The field of `response_metadata` that carries the state. No provider is sent it. */
const FIELD = "plimsoll";
const MAX_SESSIONS = 4096;
/** What a session is continued from. The messages themselves are in the state of the agent. */
const KINDS: readonly EntryKind[] = ["compaction", "undo", "redo", "protected", "withdrawn", "checkpoint"];

/**
 * Carries the compactions of a thread in the agent's own state, in the answer to the request that was compacted. So
 * whatever keeps the state, a checkpointer for example, lets another process continue without a new summary.
 */
export class CarriedState {
  readonly storage: StorageAdapter = memoryStorage();
  /** Entries of each session that its messages carry already. */
  readonly #carried = new BoundedMap<string, number>(MAX_SESSIONS);

  /** Takes over what the messages of a thread carry, the first time that this process sees it. */
  async load(sessionId: string | undefined, messages: readonly object[]): Promise<void> {
    if (sessionId === undefined || this.#carried.get(sessionId) !== undefined) return;
    const entries = messages.map((message) => entriesIn(message, sessionId)).findLast((found) => found);
    this.#carried.set(sessionId, entries?.length ?? 0);
    if (entries) await this.storage.append(sessionId, entries);
  }

  /** Adds the state to the answer if it has changed. */
  async attach(sessionId: string | undefined, answer: unknown): Promise<void> {
    if (sessionId === undefined || !isRecord(answer)) return;
    const entries = withoutOlderCheckpoints(await this.storage.read(sessionId, KINDS));
    if (entries.length === 0 || entries.length === this.#carried.get(sessionId)) return;
    this.#carried.set(sessionId, entries.length);
    const metadata = answer["response_metadata"];
    const own = { [FIELD]: { session: sessionId, entries } };
    Object.assign(answer, { response_metadata: isRecord(metadata) ? { ...metadata, ...own } : own });
  }
}

/** A checkpoint holds all that the ones before it held. */
function withoutOlderCheckpoints(entries: readonly StoredEntry[]): StoredEntry[] {
  const last = entries.findLastIndex(({ kind }) => kind === "checkpoint");
  return entries.filter(({ kind }, index) => kind !== "checkpoint" || index === last);
}

/** Only the answers of a model carry state, and only that of their own thread. */
function entriesIn(message: object, sessionId: string): StoredEntry[] | undefined {
  if (!isRecord(message) || message["type"] !== "ai") return undefined;
  const metadata = message["response_metadata"];
  const own = isRecord(metadata) ? metadata[FIELD] : undefined;
  if (!isRecord(own) || own["session"] !== sessionId || !Array.isArray(own["entries"])) return undefined;
  return own["entries"].every(isEntry) ? own["entries"] : undefined;
}

const isEntry = (entry: unknown): entry is StoredEntry =>
  isRecord(entry) &&
  KINDS.some((kind) => kind === entry["kind"]) &&
  typeof entry["id"] === "string" &&
  typeof entry["ts"] === "string";
