import { CompactError } from "../errors/compact-error.js";
import { type CompactionRecord, sourceIds } from "./compaction-record.js";
import type { Engine } from "./engine.js";
import type { SessionState } from "./session-state.js";

export interface UndoResult<W extends object> {
  /** The list as it was before the compaction, followed by what came after it. */
  readonly items: W[];
  readonly undone: { readonly id: string; readonly version: number };
}

/** Takes the newest compaction of the session's current list back. */
export async function undoCompaction<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
): Promise<UndoResult<W>> {
  const record = session.base.record ?? session.records.at(-1);
  if (!record) {
    throw new CompactError("NOTHING_TO_UNDO", `Session "${session.sessionId}" has no compaction to undo.`);
  }
  const source = await restoreSource(engine, session, record);
  const items = [...source, ...continuation(session, record)];
  const ts = engine.now();
  await engine.storage.append(session.sessionId, [
    { kind: "undo", id: `undo_${record.id}_${ts}`, ts, data: { compaction: record.id } },
  ]);
  session.records = session.records.filter((other) => other.id !== record.id);
  session.undone = record;
  session.forget();
  engine.events.emit(session.sessionId, {
    event: "compact.undone",
    version: record.version,
    compaction_id: record.id,
  });
  return { items, undone: { id: record.id, version: record.version } };
}

/** The caller's own objects where this process still has them, else their archived copies. */
async function restoreSource<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  record: CompactionRecord<W>,
): Promise<readonly W[]> {
  if (session.newestSource?.recordId === record.id) return session.newestSource.items;
  const ids = sourceIds(record, (child) => session.records.find((other) => other.id === child.parent));
  const entries = await engine.storage.find(session.sessionId, ids);
  return entries.map((entry, index) => {
    if (!entry) {
      throw new CompactError(
        "UNKNOWN_ITEM",
        `Item ${ids[index]} of session "${session.sessionId}" is not in the archive; the compaction stays.`,
        { details: { sessionId: session.sessionId, itemId: ids[index] } },
      );
    }
    return entry.data as W;
  });
}

/** What the caller's list holds beyond the compaction. */
function continuation<W extends object>(session: SessionState<W>, record: CompactionRecord<W>): readonly W[] {
  const { kind, record: base } = session.base;
  if (base?.id !== record.id) return [];
  return session.input.slice(kind === "source" ? record.source.length : record.window.length);
}
