import type { Engine } from "../engine.js";
import { archivedItems } from "./known-list.js";
import type { SessionState } from "./session-state.js";

/** The window after the last compaction, undo or redo, rebuilt from the archive. Empty if there was none. */
export async function rebuildWindow<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
): Promise<readonly W[]> {
  const ids = session.compactions.listIds();
  if (ids.length === 0) return [];
  const made = new Map(
    session.compactions.standing.flatMap(({ window }) =>
      window.layout.flatMap((part) => ("item" in part ? [[part.id, part.item] as const] : [])),
    ),
  );
  const archived = await archivedItems(
    engine,
    session.sessionId,
    ids.filter((id) => !made.has(id)),
  );
  return ids.flatMap((id) => {
    const item = made.get(id) ?? archived.get(id);
    return item === undefined ? [] : [item];
  });
}
