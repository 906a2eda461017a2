import type { StoredEntry } from "../../stores/storage-adapter.js";
import type { CompactionRecord, LayoutPart } from "./compaction-record.js";

/** The originals of some items, as far as they can be read. */
export type FindOriginals<W extends object> = (ids: readonly string[]) => Promise<ReadonlyMap<string, W>>;

/** No list has these digests. */
const NOT_RESUMABLE = { hash: "", content: "" } as const;

/**
 * Stored entries with the items of compactions as they were sent, where redaction had changed them: a redacted one
 * would be sent to the model. If an original cannot be read, no list is recognised by its record, and this process
 * compacts anew.
 */
export async function restoreHidden<W extends object>(
  entries: readonly StoredEntry[],
  find: FindOriginals<W>,
): Promise<readonly StoredEntry[]> {
  const restored: StoredEntry[] = [];
  for (const entry of entries) {
    const { hidden } = entry.kind === "compaction" ? (entry.data as CompactionRecord<W>) : {};
    restored.push(
      Array.isArray(hidden)
        ? { ...entry, data: await withOriginals(entry.data as CompactionRecord<W>, find) }
        : entry,
    );
  }
  return restored;
}

async function withOriginals<W extends object>(
  { hidden = [], ...record }: CompactionRecord<W>,
  find: FindOriginals<W>,
): Promise<CompactionRecord<W>> {
  const positions = new Set(hidden);
  const idAt = (part: LayoutPart<W>, position: number): string | undefined =>
    positions.has(position) && "item" in part ? part.id : undefined;
  const ids = record.window.layout.flatMap((part, position) => idAt(part, position) ?? []);
  const originals = await find(ids);
  const layout = record.window.layout.map((part, position): LayoutPart<W> => {
    const item = originals.get(idAt(part, position) ?? "");
    return item && "item" in part ? { ...part, item } : part;
  });
  const isWhole = ids.every((id) => originals.has(id));
  const source = isWhole ? record.source : { ...record.source, ...NOT_RESUMABLE };
  return { ...record, source, window: { ...record.window, layout } };
}
