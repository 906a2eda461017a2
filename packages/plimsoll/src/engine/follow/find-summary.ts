import type { ItemView, Role } from "../../conversation/item-view.js";
import { type SummaryMessage, readSummary } from "../../facts/checkpoint/summary-message.js";
import { sealedRules } from "../../facts/checkpoint/seal-summary.js";
import type { Engine } from "../engine.js";
import { pinning } from "../plan/pinning.js";
import type { ProtectedItems } from "../../facts/checkpoint/protected-items.js";
import type { Compactions } from "./compaction-line.js";

/**
 * Why a summary is trusted: `own`, the session's own compactions wrote it (memory or archive); `sealed`, it
 * carries a valid seal; `unverified`, it is merely at the place where an adopted window has its summary.
 */
export type SummaryStanding = "own" | "sealed" | "unverified";

/** The one summary message of a window. */
export interface WindowSummary extends SummaryMessage {
  readonly index: number;
  readonly standing: SummaryStanding;
}

/** What a session knows about its summaries. */
export interface SummarySource<W extends object> {
  readonly compactions: Pick<Compactions<W>, "wrote">;
  readonly protectedItems: Pick<ProtectedItems, "has">;
}

/**
 * The summary of a list. The form proves nothing, because anybody can write it. A message is the summary if a
 * compaction of this session wrote exactly that text, or if it carries the key's seal, anywhere in the list (the
 * newest counts); or if it is where a window has its summary, before everything said since, in a role of
 * summaries. Any other look-alike is an ordinary message.
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
      isFirst &&= mayPrecede(view) || isProtected(item);
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

/** Items that may precede the summary in one of our windows: instructions, and messages of the user. */
const mayPrecede = (view: ItemView): boolean =>
  view.role === "system" ||
  view.role === "developer" ||
  view.providerState ||
  (view.role === "user" && view.results.length === 0);

/** The roles of a summary: in some formats it is the user's when it opens the conversation. */
function summaryRoles<W extends object>({ format, policy }: Engine<W>): ReadonlySet<Role> {
  const { summaryRole } = policy;
  const isUserFirst = format.opensWithUser && summaryRole === "assistant";
  const roles: readonly Role[] = isUserFirst ? ["user", summaryRole] : [summaryRole];
  return new Set(roles.map((role) => format.view(format.message(role, "summary")).role));
}

const isSealed = <W extends object>({ summaryKeys }: Engine<W>, found: SummaryMessage): boolean =>
  sealedRules(found, summaryKeys) !== undefined;
