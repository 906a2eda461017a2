import { CompactError } from "../../errors/compact-error.js";
import type { Degraded } from "../degraded.js";
import type { Engine } from "../engine.js";
import { itemsOf, knownList } from "../follow/known-list.js";
import { stepFacts } from "../summarize/restore-facts.js";
import type { SessionState } from "../follow/session-state.js";

export interface RedoResult<W extends object> {
  /** The window as the compaction left it, followed by the items after its source. */
  readonly items: W[];
  readonly redone: { readonly id: string; readonly version: number };
  /** Present as long as the archive fails: the step is in memory only. */
  readonly degraded?: Degraded;
}

/** Brings the compaction back that was undone last, for the caller's list or for the session's last one. */
export async function redoCompaction<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  given?: readonly W[],
): Promise<RedoResult<W>> {
  const { sessionId, compactions } = session;
  const record = compactions.redoable;
  if (!record) {
    throw new CompactError(
      "NOTHING_TO_REDO",
      `Session "${sessionId}" has no compaction to redo: none was undone, or a new one was made since.`,
    );
  }
  const list = knownList(session, given);
  const after = compactions.after(record, list.ids);
  if (given && !after) {
    throw new CompactError(
      "INVALID_INPUT",
      `The list passed to redo does not begin with the items of compaction ${record.id} of session "${sessionId}"; ` +
        "pass the list that undo returned, the full history, or no list.",
    );
  }
  const ids = after ?? compactions.windowIds(record);
  const items = await itemsOf(engine, session, { ids, list, record });
  const ts = engine.now();
  await engine.storage.append(sessionId, [
    {
      kind: "redo",
      id: `redo_${record.id}_${compactions.stepCount}_${ts}`,
      ts,
      data: { compaction: record.id },
    },
  ]);
  session.redo(record, { ids, items }, list.items);
  await stepFacts(engine, session);
  const redone = { id: record.id, version: record.version };
  engine.events.emit(sessionId, {
    event: "compact.redone",
    version: redone.version,
    compaction_id: redone.id,
  });
  const degraded = engine.degraded();
  return { items: [...items], redone, ...(degraded ? { degraded } : {}) };
}
