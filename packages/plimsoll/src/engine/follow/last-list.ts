import type { Engine } from "../engine.js";
import { itemsOf, knownList } from "./known-list.js";
import type { SessionState } from "./session-state.js";

/** The last known list of a session, whole; empty if nothing is known of it. */
export async function lastList<W extends object>(engine: Engine<W>, session: SessionState<W>): Promise<W[]> {
  if (session.input.length > 0) return [...session.input];
  const list = knownList(session, undefined);
  const record = session.compactions.standing.at(-1);
  return record ? itemsOf(engine, session, { ids: list.ids, list, record }) : [...list.items.values()];
}
