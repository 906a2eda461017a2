import { nextTurn } from "../../collections/in-turns.js";
import type { Engine } from "../engine.js";
import { updateFacts } from "./session-facts.js";
import type { SessionState } from "./session-state.js";

/** Reads the session's new items for facts, a little at a time, until somebody waits. */
export async function catchUp<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  isAwaited: () => boolean,
): Promise<void> {
  if (!isAwaited()) await nextTurn();
  for (const _ of updateFacts(engine, session)) {
    if (isAwaited()) return;
    await nextTurn();
  }
}
