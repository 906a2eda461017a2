import { itemId } from "../../conversation/item-id.js";
import type { Checkpoint } from "../../facts/checkpoint/checkpoint.js";
import type { Engine } from "../engine.js";
import { summaryRulesIn } from "./find-summary.js";
import { matchIds } from "./match-record.js";
import type { FactList } from "./session-facts.js";
import { lengthOfBase, type SessionState } from "./session-state.js";

/** Takes the list of a call into the session's ledgers as far as it is settled. Costs what is new, and never fails. */
export function takeInFacts<W extends object>(engine: Engine<W>, session: SessionState<W>): void {
  session.facts.arrive(sentList(engine, session));
}

/** Brings the session's ledgers up to the caller's list. */
export function bringUpFacts<W extends object>(engine: Engine<W>, session: SessionState<W>): void {
  const { facts, index, restored } = session;
  facts.gather(!index && restored ? restoredList(engine, session, restored) : sentList(engine, session));
}

/** Brings the session's ledgers up to the caller's list, and gives its state. */
export function gatherFacts<W extends object>(engine: Engine<W>, session: SessionState<W>): Checkpoint {
  bringUpFacts(engine, session);
  return session.facts.current(session.sessionId);
}

function sentList<W extends object>(engine: Engine<W>, session: SessionState<W>): FactList<W> {
  const { evidence } = session;
  return {
    items: session.input,
    start: startOf(session, session.base),
    idOf: itemId,
    viewOf: (item) => engine.meter.view(engine.redacted(item)),
    summaryOf: summaryRulesIn(engine, session, session.input),
    // The caller may adopt the evidence, or send the item itself again.
    mayGiveWay: (item) =>
      evidence.size > 0 && engine.meter.view(item).results.length > 0 && evidence.has(itemId(item)),
  };
}

/**
 * Where the items begin that the ledgers cannot have from the compaction that a list goes on from. Another process may have
 * made that compaction beside those of this one: then the whole list is looked through.
 */
function startOf<W extends object>(session: SessionState<W>, base: SessionState<W>["base"]): number {
  const checkpoint = base.record?.checkpoint;
  return checkpoint === undefined || session.facts.includes(checkpoint) ? lengthOfBase(base) : 0;
}

/** What an undo or redo gave back, until the caller sends a list. Archived copies go by the ids of what they were. */
function restoredList<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  { ids, items }: NonNullable<SessionState<W>["restored"]>,
): FactList<W> {
  const match = matchIds(session.compactions.standing, ids);
  return {
    ...sentList(engine, session),
    items,
    summaryOf: summaryRulesIn(engine, session, items),
    start: match ? startOf(session, match) : 0,
    idOf: (item, position) => ids[position] ?? itemId(item),
  };
}
