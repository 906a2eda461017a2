import { isGapNote } from "../../conversation/is-own-note.js";
import type { ItemView, Role } from "../../conversation/item-view.js";
import { type SummaryMessage, readSummary } from "../../facts/checkpoint/summary-message.js";
import { sealedRules } from "../../facts/checkpoint/seal-summary.js";
import type { Engine } from "../engine.js";
import { pinning } from "../plan/pinning.js";
import type { ProtectedItems } from "../../facts/checkpoint/protected-items.js";
import type { Compactions } from "./compaction-line.js";

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

/** What a session knows of its summaries. */
export interface SummarySource<W extends object> {
  readonly compactions: Pick<Compactions<W>, "wrote">;
  readonly protectedItems: Pick<ProtectedItems, "has">;
}

/**
 * The summary of a list. Its form proves nothing, since anybody can write a text in that form. It is the summary if a
 * compaction of this session wrote just that text, or if it bears the seal of the key, wherever it stands (the newest one
 * counts); or if it stands where a window has its summary, before everything that was said since, in the role in which
 * summaries are written. What else looks like one is a message like any other.
 */
export function findSummary<W extends object>(
  engine: Engine<W>,
  session: SummarySource<W>,
  items: readonly W[],
): WindowSummary | undefined {
  const roles = summaryRoles(engine);
  const { isProtected } = pinning(engine, session);
  let own: WindowSummary | undefined;
  let sealed: WindowSummary | undefined;
  let adopted: WindowSummary | undefined;
  let isFirst = true;
  const newer = (found: WindowSummary, known: WindowSummary | undefined): WindowSummary | undefined =>
    found.version > (known?.version ?? 0) ? found : known;
  items.forEach((item, index) => {
    const view = engine.meter.view(item);
    const found = roles.has(view.role) ? readSummary(view) : undefined;
    if (found === undefined) {
      isFirst &&= mayPrecede(engine, view) || isProtected(item);
      return;
    }
    if (session.compactions.wrote(found)) {
      own = newer({ ...found, index, standing: "own" }, own);
      return;
    }
    if (isSealed(engine, found)) sealed = newer({ ...found, index, standing: "sealed" }, sealed);
    else if (isFirst) adopted = { ...found, index, standing: "unverified" };
    isFirst = false;
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
function summaryRoles<W extends object>({ format, policy }: Engine<W>): ReadonlySet<Role> {
  const { summaryRole } = policy;
  const isUserFirst = format.opensWithUser && summaryRole === "assistant";
  const roles: readonly Role[] = isUserFirst ? ["user", summaryRole] : [summaryRole];
  return new Set(roles.map((role) => format.view(format.message(role, "summary")).role));
}

const isSealed = <W extends object>({ summaryKey }: Engine<W>, found: SummaryMessage): boolean =>
  summaryKey !== undefined && sealedRules(found, summaryKey) !== undefined;
