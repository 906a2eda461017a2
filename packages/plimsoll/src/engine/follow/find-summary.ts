import { isGapNote, recordIn } from "../../conversation/own-note.js";
import type { ItemView, Role } from "../../conversation/item-view.js";
import { type SummaryRules, readSummaryRules } from "../../facts/ledgers/summary-rules.js";
import { type SummaryMessage, readSummary } from "../../facts/checkpoint/summary-message.js";
import { sealedRules } from "../../facts/checkpoint/seal-summary.js";
import type { Engine } from "../engine.js";
import { protectionOf } from "../plan/pinning.js";
import type { SessionState } from "./session-state.js";
import { summaryItem } from "../summarize/summary-item.js";

/**
 * Who vouches for a summary: `own`, the session's own compactions, in memory or in the archive; `sealed`, the key that it
 * was sealed with; `unverified`, nobody: it only stands where an adopted window has its summary.
 */
export type SummaryStanding = "own" | "sealed" | "unverified";

/** The one summary message of a window. */
export interface WindowSummary extends SummaryMessage {
  readonly index: number;
  readonly standing: SummaryStanding;
}

/**
 * The summary of a list. Its form proves nothing, since anybody can write a text in that form. It is the summary if a
 * compaction of this session wrote just that text, or if it bears the seal of the key, wherever it stands (the newest one
 * counts); or if it stands where a window has its summary, before everything that was said since, in the role in which
 * summaries are written. What else looks like one is a message like any other.
 */
export function findSummary<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  items: readonly W[],
): WindowSummary | undefined {
  const roles = summaryRoles(engine);
  const isProtected = protectionOf(engine, session);
  let own: WindowSummary | undefined;
  let sealed: WindowSummary | undefined;
  let adopted: WindowSummary | undefined;
  let isFirst = true;
  items.forEach((item, index) => {
    const view = engine.meter.view(item);
    const found = roles.has(view.role) ? readSummary(view) : undefined;
    if (found !== undefined && session.compactions.wrote(found)) {
      if (found.version > (own?.version ?? 0)) own = { ...found, index, standing: "own" };
    } else if (found !== undefined && isSealed(engine, found)) {
      if (found.version > (sealed?.version ?? 0)) sealed = { ...found, index, standing: "sealed" };
      isFirst = false;
    } else if (found !== undefined && isFirst) {
      adopted = { ...found, index, standing: "unverified" };
      isFirst = false;
    } else isFirst &&= mayPrecede(engine, view) || isProtected(item);
  });
  return own ?? sealed ?? adopted;
}

/** What may stand before the summary in a window of ours. */
const mayPrecede = <W extends object>({ policy }: Engine<W>, view: ItemView): boolean =>
  view.role === "system" ||
  view.role === "developer" ||
  view.providerState ||
  isGapNote(view) ||
  (policy.pruning === "user_messages" && view.role === "user" && view.results.length === 0);

/** The roles in which a summary is written: in some formats it is the user's where it opens the conversation. */
function summaryRoles<W extends object>(engine: Engine<W>): ReadonlySet<Role> {
  const roleOf = (asUser: boolean): Role =>
    engine.format.view(summaryItem(engine, { version: 1, maxTokens: 1_000, asUser }, "")).role;
  return new Set([roleOf(true), roleOf(false)]);
}

const isSealed = <W extends object>({ summaryKey }: Engine<W>, found: SummaryMessage): boolean =>
  summaryKey !== undefined && sealedRules(found, summaryKey) !== undefined;

/** What the items of a list hand over: undefined for every item but its summary. The list is looked through once, if at all. */
export function summaryRulesIn<W extends object>(
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
