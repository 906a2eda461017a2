import { CompactError } from "../../errors/compact-error.js";
import type { Degraded } from "../degraded.js";
import type { Engine } from "../engine.js";
import { itemsOf, knownList } from "../follow/known-list.js";
import { matchIds } from "../follow/match-record.js";
import { stepFacts } from "../summarize/restore-facts.js";
import type { SessionState } from "../follow/session-state.js";

export interface UndoResult<W extends object> {
  /** The list before the compaction, followed by the items after it. */
  readonly items: W[];
  readonly undone: { readonly id: string; readonly version: number };
  /** Present as long as the archive fails: the step is in memory only. */
  readonly degraded?: Degraded;
}

/** Undoes the newest compaction of the caller's list, or of the session's last list if none is passed. */
export async function undoCompaction<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  given?: readonly W[],
): Promise<UndoResult<W>> {
  const { sessionId, compactions } = session;
  const list = knownList(session, given);
  const match = matchIds(compactions.standing, list.ids)?.record;
  const record = match ?? compactions.standing.at(-1);
  if (!record) throw new CompactError("NOTHING_TO_UNDO", `Session "${sessionId}" has no compaction to undo.`);
  if (given && !match) {
    throw new CompactError(
      "INVALID_INPUT",
      `The list passed to undo does not continue a compaction of session "${sessionId}"; pass the list that ` +
        "preflight returned, the full history, or no list.",
    );
  }
  const ids = compactions.before(record, list.ids);
  const items = await itemsOf(engine, session, { ids, list, record });
  const ts = engine.now();
  await engine.storage.append(sessionId, [
    {
      kind: "undo",
      id: `undo_${record.id}_${compactions.stepCount}_${ts}`,
      ts,
      data: { compaction: record.id },
    },
  ]);
  session.undo(record, { ids, items });
  await stepFacts(engine, session);
  const undone = { id: record.id, version: record.version };
  engine.events.emit(sessionId, {
    event: "compact.undone",
    version: undone.version,
    compaction_id: undone.id,
  });
  const degraded = engine.degraded();
  return { items: [...items], undone, ...(degraded ? { degraded } : {}) };
}
