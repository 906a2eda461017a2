import type { Protection } from "../../facts/checkpoint/protected-items.js";
import type { StorageAdapter } from "../../stores/storage-adapter.js";
import { type CompactionRecord, RECORD_VERSION } from "./compaction-record.js";
import { restoreFacts } from "../summarize/restore-facts.js";
import { SessionState } from "./session-state.js";

/** What an `undo` or `redo` entry says. */
interface StepEntry {
  readonly compaction: string;
}

/** Takes a session up from the store: its compactions, which of them were undone, and what is protected. */
export async function openSession<W extends object>(
  sessionId: string,
  storage: StorageAdapter,
): Promise<SessionState<W>> {
  const session = new SessionState<W>(sessionId);
  const { compactions } = session;
  for (const entry of await storage.read(sessionId, ["compaction", "undo", "redo", "protected"])) {
    if (entry.kind === "protected") session.protectedItems.restore(entry.data as Protection);
    if (entry.kind === "undo") compactions.undo((entry.data as StepEntry).compaction);
    if (entry.kind === "redo") compactions.redo((entry.data as StepEntry).compaction);
    if (entry.kind === "compaction") {
      const record = entry.data as CompactionRecord<W>;
      if (record.recordVersion === RECORD_VERSION) compactions.add(record);
    }
  }
  await restoreFacts(session, storage);
  session.isTakenUp = compactions.standing.length > 0;
  return session;
}
