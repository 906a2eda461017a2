import type { CompactEvent, StorageAdapter } from "plimsoll";
import type { CompactionRecord } from "plimsoll/engine";
import { undoneEntries } from "./undone-entries.js";

/** The counts of the newest valid summary's verification, from its event. */
export async function archivedCheck(
  archive: StorageAdapter,
  sessionId: string,
): Promise<CompactEvent | undefined> {
  const entries = await archive.read(sessionId, ["compaction", "undo", "redo", "event"]);
  const undone = undoneEntries(entries);
  const newest = entries.findLast((entry) => entry.kind === "compaction" && !undone.has(entry));
  if (newest === undefined) return undefined;
  const { id } = newest.data as CompactionRecord;
  const events = entries.flatMap(({ kind, data }) => (kind === "event" ? [data as CompactEvent] : []));
  const made = events.findLastIndex(
    (event) => event.event === "compact.compacted" && event["compaction_id"] === id,
  );
  return events.slice(0, Math.max(0, made)).findLast(({ event }) => event === "compact.verified");
}
