import type { Engine } from "../engine.js";
import type { StorageAdapter } from "../../stores/storage-adapter.js";
import type { SessionState } from "../follow/session-state.js";
import { readStoredCheckpoint } from "../commit/stored-checkpoint.js";

/**
 * Resets the session's facts to those stored with the newest valid compaction, or to none. They stay unchanged if
 * those cannot be found.
 */
export async function restoreFacts<W extends object>(
  session: SessionState<W>,
  storage: Pick<StorageAdapter, "find">,
): Promise<void> {
  const { compactions, facts, sessionId } = session;
  const newest = compactions.standing.findLast(({ checkpoint }) => checkpoint !== undefined);
  if (newest?.checkpoint === undefined) {
    facts.restore(undefined);
    return;
  }
  const stored = await readStoredCheckpoint(storage, sessionId, newest.checkpoint);
  if (!stored) return;
  const included = compactions.inLedgers(newest);
  facts.restore(stored, {
    items: included.flatMap(({ source }) => source.ids),
    checkpoints: included.flatMap(({ checkpoint }) => checkpoint ?? []),
  });
}

/**
 * The same after an undo or redo, which is already done: if the store fails now, the facts stay, and they include
 * at least what binds.
 */
export async function stepFacts<W extends object>(
  engine: Pick<Engine<W>, "storage">,
  session: SessionState<W>,
): Promise<void> {
  try {
    await restoreFacts(session, engine.storage);
  } catch {
    return;
  }
}
