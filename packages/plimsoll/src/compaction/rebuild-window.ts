import { sourceIds, windowIds } from "./compaction-record.js";
import type { Engine } from "./engine.js";
import type { SessionState } from "./session-state.js";

/**
 * The window as the last compaction left it, or as its undoing restored it, put together from the archive. Empty
 * where there was none.
 */
export async function rebuildWindow<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
): Promise<readonly W[]> {
  const record = session.undone ?? session.records.at(-1);
  if (!record) return [];
  const source = sourceIds(record, (child) => session.records.find((other) => other.id === child.parent));
  if (session.undone) {
    const restored = await engine.storage.find(session.sessionId, source);
    return restored.flatMap((entry) => (entry ? [entry.data as W] : []));
  }
  const made = new Map(
    record.window.layout.flatMap((part) => ("item" in part ? [[part.id, part.item] as const] : [])),
  );
  const ids = windowIds(record, source);
  const entries = await engine.storage.find(session.sessionId, ids);
  return ids.flatMap((id, index) => {
    const item = made.get(id) ?? (entries[index]?.data as W | undefined);
    return item === undefined ? [] : [item];
  });
}
