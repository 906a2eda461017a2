import type { StoredEntry } from "plimsoll";
import type { CompactionRecord } from "plimsoll/engine";

/** The undone compactions. One that was made, undone and made again counts as the same. */
export function undoneEntries(entries: readonly StoredEntry[]): ReadonlySet<StoredEntry> {
  const undone = new Set<StoredEntry>();
  const newest = new Map<string, StoredEntry>();
  for (const entry of entries) {
    if (entry.kind === "compaction") newest.set((entry.data as CompactionRecord).id, entry);
    if (entry.kind !== "undo" && entry.kind !== "redo") continue;
    const compaction = newest.get((entry.data as { compaction: string }).compaction);
    if (!compaction) continue;
    if (entry.kind === "undo") undone.add(compaction);
    else undone.delete(compaction);
  }
  return undone;
}
