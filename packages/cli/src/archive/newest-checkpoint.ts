import {
  type Checkpoint,
  CompactError,
  CompactManager,
  memoryStorage,
  type StorageAdapter,
  type StoredEntry,
} from "plimsoll";
import { archivedFormat, type CompactionRecord, readCheckpoint } from "plimsoll/engine";
import { undoneEntries } from "./undone-entries.js";

/**
 * The checkpoint of the newest valid compaction, also of one by the provider. Of a provider window that was never
 * compacted, the state of its archived items. Throws `UNKNOWN_ITEM` if there is none.
 */
export async function newestCheckpoint(archive: StorageAdapter, sessionId: string): Promise<Checkpoint> {
  const checkpoint = await findCheckpoint(archive, sessionId);
  if (checkpoint) return checkpoint;
  throw new CompactError(
    "UNKNOWN_ITEM",
    `Session "${sessionId}" has no checkpoint; every compaction stores one, and undo removes it.`,
    { details: { sessionId } },
  );
}

/** The same; undefined if there is none. */
export async function findCheckpoint(
  archive: StorageAdapter,
  sessionId: string,
): Promise<Checkpoint | undefined> {
  const entries = await archive.read(sessionId, ["compaction", "undo", "redo", "window"]);
  const undone = undoneEntries(entries);
  const newest = entries
    .filter((entry) => !undone.has(entry))
    .flatMap(checkpointIn)
    .at(-1);
  if (newest !== undefined) return readCheckpoint(archive, sessionId, newest);
  const isWindow = entries.some(({ kind }) => kind === "window");
  return isWindow ? stateOfItems(archive, sessionId) : undefined;
}

/** The id of the checkpoint that an entry refers to. */
function checkpointIn({ kind, data }: StoredEntry): string[] {
  if (kind === "compaction") return [(data as CompactionRecord).checkpoint ?? []].flat();
  if (kind !== "window") return [];
  const { metadata } = data as { readonly metadata?: { readonly checkpoint?: string } };
  return metadata?.checkpoint === undefined ? [] : [metadata.checkpoint];
}

/** The state of a conversation as code reads it; nothing is stored. */
async function stateOfItems(archive: StorageAdapter, sessionId: string): Promise<Checkpoint | undefined> {
  const entries = await archive.read(sessionId, ["item"]);
  if (entries.length === 0) return undefined;
  const format = await archivedFormat(archive, sessionId);
  const manager = new CompactManager({ model: "any", format, storage: memoryStorage() });
  try {
    const items = entries.map(({ data }) => data as object);
    await manager.plan(sessionId, items, { targetTokens: Number.MAX_SAFE_INTEGER });
    return await manager.checkpoint(sessionId);
  } finally {
    await manager.close();
  }
}
