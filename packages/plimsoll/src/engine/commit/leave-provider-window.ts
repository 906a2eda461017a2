import { recognizeOverflow } from "../../tokens/recognize-overflow.js";
import type { Compaction } from "../compaction.js";
import type { Engine } from "../engine.js";
import type { SessionState } from "../follow/session-state.js";
import { undoCompaction } from "./undo-compaction.js";

/**
 * Takes back the provider's compaction if a request with it is refused as too long: how large it is only the provider knows, and
 * nobody here can shorten it. The caller's list can be compacted. True if it did.
 */
export async function leaveProviderWindow<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  { options, items }: Compaction<W>["call"],
): Promise<boolean> {
  if (options.error === undefined || session.compactions.standing.at(-1)?.rung !== "remote") return false;
  if (!recognizeOverflow(options.error).overflow) return false;
  const undone = await undoCompaction(engine, session, items).catch(() => undefined);
  if (!undone) return false;
  engine.events.emit(session.sessionId, {
    event: "compact.part_failed",
    part: "remote compactor",
    reason: "The provider refused its own compacted window as too long.",
  });
  return true;
}
