import { type Checkpoint, CompactError, type StorageAdapter } from "plimsoll";
import { type CompactionRecord, readCheckpoint } from "plimsoll/engine";
import { undoneEntries } from "./undone-entries.js";

/** The checkpoint of the newest valid compaction; throws `UNKNOWN_ITEM` if there is none. */
export async function newestCheckpoint(archive: StorageAdapter, sessionId: string): Promise<Checkpoint> {
  const entries = await archive.read(sessionId, ["compaction", "undo", "redo"]);
  const undone = undoneEntries(entries);
  const ids = entries
    .filter((entry) => entry.kind === "compaction" && !undone.has(entry))
    .flatMap((entry) => (entry.data as CompactionRecord).checkpoint ?? []);
  const newest = ids.at(-1);
  const checkpoint = newest === undefined ? undefined : await readCheckpoint(archive, sessionId, newest);
  if (!checkpoint) {
    throw new CompactError(
      "UNKNOWN_ITEM",
      `Session "${sessionId}" has no checkpoint; every compaction stores one, and undo removes it.`,
      { details: { sessionId } },
    );
  }
  return checkpoint;
}
