import type { StorageAdapter, StoredEntry } from "../stores/storage-adapter.js";

const MILLISECONDS_A_DAY = 86_400_000;

/** Who uses a session, and when. */
export interface Use {
  readonly sessionId: string;
  /** The operation: "recall", "undo". */
  readonly operation: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly model?: string;
}

/** The day of a use: a session is marked once a day at most. */
export const dayOf = (time: number): number => Math.floor(time / MILLISECONDS_A_DAY);

/**
 * Marks a session as used, so that retention does not delete it as idle: one small entry a day. Never rejects,
 * because a reader may have no permission to write.
 */
export async function recordUse(archive: StorageAdapter, use: Use): Promise<void> {
  const { sessionId, operation, time, model = "unknown" } = use;
  const id = `use_${dayOf(time)}`;
  try {
    const [known] = await archive.find(sessionId, [id]);
    if (known) return;
    const ts = new Date(time).toISOString();
    const event = "compact.session_used";
    const data = { ts, session_id: sessionId, event, severity: "debug", model, operation };
    const entry: StoredEntry = { kind: "event", id, ts, data };
    await archive.append(sessionId, [entry]);
  } catch {
    // An archive that is only read stays as it is; a store that fails says so itself.
  }
}
