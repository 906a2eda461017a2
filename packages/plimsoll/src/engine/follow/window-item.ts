import { isOwnNote } from "../../conversation/is-own-note.js";
import { itemId } from "../../conversation/item-id.js";
import type { Engine } from "../engine.js";
import { pinning } from "../plan/pinning.js";
import { findSummary } from "./find-summary.js";
import { rebuildWindow } from "./rebuild-window.js";
import type { SessionState } from "./session-state.js";

/**
 * Why an item is in the window: its role is never pruned; somebody protected it; it is the provider's own state; it is the summary,
 * or a note of ours; it came since the last compaction (`new`); or that compaction kept it: as the user's own words, as evidence in
 * place of a large output, as a call with its result, or because it was recent.
 */
export type WindowReason =
  | "role"
  | "protected"
  | "provider_state"
  | "summary"
  | "note"
  | "new"
  | "user_words"
  | "evidence"
  | "pair"
  | "recent";

/** One item that the model is sent, redacted as it would be stored. */
export interface WindowItem<W extends object> {
  readonly id: string;
  readonly item: W;
  readonly tokens: number;
  readonly reason: WindowReason;
}

/** What the model is sent of a session, in order, and why. Empty if nothing is known of it. */
export async function windowItems<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
): Promise<WindowItem<W>[]> {
  const items = session.index?.items ?? session.restored?.items ?? (await rebuildWindow(engine, session));
  const reasonOf = reasons(engine, session, items);
  return items.map((item, position) => ({
    id: itemId(item),
    item: engine.redacted(item),
    tokens: engine.meter.tokens(item),
    reason: reasonOf(item, position),
  }));
}

function reasons<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  items: readonly W[],
): (item: W, position: number) => WindowReason {
  const { isPinned, isProtected } = pinning(engine, session);
  const summaryAt = findSummary(engine, session, items)?.index ?? -1;
  const record = session.base.record ?? session.compactions.standing.at(-1);
  const made = new Set(
    (record?.window.layout ?? []).flatMap((part) => ("item" in part && part.origin >= 0 ? [part.id] : [])),
  );
  const evidence = new Set([...session.evidence.values()].map(itemId));
  const keptEnd = record?.window.length ?? 0;
  return (item, position) => {
    const view = engine.meter.view(item);
    if (position === summaryAt) return "summary";
    if (view.providerState) return "provider_state";
    if (isProtected(item)) return "protected";
    if (isPinned(item)) return "role";
    if (isOwnNote(view)) return "note";
    if (made.has(itemId(item)) || evidence.has(itemId(item))) return "evidence";
    if (position >= keptEnd) return "new";
    if (view.calls.length > 0 || view.results.length > 0) return "pair";
    return view.role === "user" && position < summaryAt ? "user_words" : "recent";
  };
}
