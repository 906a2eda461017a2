import { CompactError } from "../errors/compact-error.js";
import { itemId } from "../conversation/item-id.js";
import type { StoredEntry } from "../stores/storage-adapter.js";
import type { Engine } from "./engine.js";
import type { SessionState } from "./session-state.js";

/** What was done to a window is not done where its items cannot be archived; every other failure is thrown. */
export async function ifArchivable<T>(task: () => Promise<T>): Promise<T | "not archived"> {
  try {
    return await task();
  } catch (error) {
    if (CompactError.isInstance(error) && error.code === "STORE_UNAVAILABLE") return "not archived";
    throw error;
  }
}

/**
 * Archives the items that the session has not archived yet, redacted. When the promise resolves, they can be
 * read back: nothing may leave the window before.
 */
export async function archiveItems<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  items: readonly W[],
): Promise<void> {
  const ts = engine.now();
  const entries: StoredEntry[] = [];
  const fresh = new Set<string>();
  for (const item of items) {
    const id = itemId(item);
    if (session.archived.has(id) || fresh.has(id)) continue;
    fresh.add(id);
    entries.push({ kind: "item", id, ts, data: engine.redacted(item) });
  }
  if (entries.length === 0) return;
  await engine.storage.append(session.sessionId, entries);
  for (const id of fresh) session.archived.add(id);
}
