import type { Protection } from "../memory/protected-items.js";
import type { StorageAdapter } from "../stores/storage-adapter.js";
import { type CompactionRecord, RECORD_VERSION } from "./compaction-record.js";
import { SessionState } from "./session-state.js";

/** What an `undo` entry says. */
export interface UndoEntry {
  readonly compaction: string;
}

/** Takes a session up from the store: its compactions that were not undone, and what is protected. */
export async function openSession<W extends object>(
  sessionId: string,
  storage: StorageAdapter,
): Promise<SessionState<W>> {
  const session = new SessionState<W>(sessionId);
  for (const entry of await storage.read(sessionId, ["compaction", "undo", "protected"])) {
    if (entry.kind === "protected") session.protectedItems.restore(entry.data as Protection);
    if (entry.kind === "undo") {
      const { compaction } = entry.data as UndoEntry;
      session.undone = session.records.find((record) => record.id === compaction);
      session.records = session.records.filter((record) => record.id !== compaction);
    }
    if (entry.kind === "compaction") {
      const record = entry.data as CompactionRecord<W>;
      if (record.recordVersion !== RECORD_VERSION) continue;
      session.records.push(record);
      session.undone = undefined;
    }
  }
  return session;
}
