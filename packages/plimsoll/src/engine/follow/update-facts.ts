import { itemId } from "../../conversation/item-id.js";
import { recordIn } from "../../conversation/own-note.js";
import { sealedRules } from "../../facts/checkpoint/seal-summary.js";
import { readSummary } from "../../facts/checkpoint/summary-message.js";
import { readSummaryRules, type SummaryRules } from "../../facts/ledgers/summary-rules.js";
import type { Engine } from "../engine.js";
import { findSummary, type WindowSummary } from "./find-summary.js";
import { matchIds } from "./match-record.js";
import type { FactList, FactState } from "./session-facts.js";
import { lengthOfBase, type ListBase, type RestoredList, type SessionState } from "./session-state.js";

/**
 * Brings the session's ledgers up to the caller's list, or to what is settled of it. Costs what is new; up to what is
 * settled it never fails.
 */
export function updateFacts<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  extent: "settled" | "all",
): void {
  const { facts, index, restored } = session;
  const isRestored = extent === "all" && !index && restored !== undefined;
  facts.update(isRestored ? restoredList(engine, session, restored) : sentList(engine, session), extent);
}

/** Brings the session's ledgers up to the caller's list, and gives its state. */
export function currentFacts<W extends object>(engine: Engine<W>, session: SessionState<W>): FactState {
  updateFacts(engine, session, "all");
  return session.facts.current(session.sessionId);
}

function sentList<W extends object>(engine: Engine<W>, session: SessionState<W>): FactList<W> {
  const { evidence, input, base } = session;
  return {
    items: input,
    start: startOf(session, base),
    idOf: itemId,
    viewOf: (item) => engine.meter.view(engine.redacted(item)),
    summaryOf: summaryRulesIn(engine, session, input),
    // The caller may adopt the evidence, or send the item itself again.
    mayGiveWay: (item) =>
      evidence.size > 0 && engine.meter.view(item).results.length > 0 && evidence.has(itemId(item)),
  };
}

/**
 * Where the items begin that the ledgers cannot have from the compaction that a list goes on from. Another process may have
 * made that compaction beside those of this one: then the whole list is looked through.
 */
function startOf<W extends object>(session: SessionState<W>, base: ListBase<W>): number {
  const checkpoint = base.record?.checkpoint;
  return checkpoint === undefined || session.facts.includes(checkpoint) ? lengthOfBase(base) : 0;
}

/** What an undo or redo gave back, until the caller sends a list. Archived copies go by the ids of what they were. */
function restoredList<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  { ids, items }: RestoredList<W>,
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

/** The rules in the summary of a list: undefined for every other item. The list is looked through once, if at all. */
function summaryRulesIn<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  items: readonly W[],
): (item: W, position: number) => SummaryRules | undefined {
  let summary: { readonly found: WindowSummary | undefined } | undefined;
  return (item, position) => {
    const view = engine.meter.view(item);
    const record = recordIn(view);
    if (record !== undefined) return { rules: readSummaryRules(record), isVerified: false };
    if (readSummary(view) === undefined) return undefined;
    summary ??= { found: findSummary(engine, session, items) };
    return summary.found?.index === position ? rulesOf(engine, summary.found) : undefined;
  };
}

/** The ledgers know what a summary of the session's own says, and more. */
function rulesOf<W extends object>({ summaryKey = "" }: Engine<W>, found: WindowSummary): SummaryRules {
  if (found.standing === "own") return { rules: [], isVerified: true };
  const sealed = found.standing === "sealed" ? sealedRules(found, summaryKey) : undefined;
  return { rules: sealed ?? readSummaryRules(found.body), isVerified: sealed !== undefined };
}
