import type { Engine } from "../engine.js";
import type { SessionState } from "../follow/session-state.js";
import { readSummary } from "../../facts/checkpoint/summary-message.js";

/** Protected by its metadata or by `protect`. */
export function protectionOf<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
): (item: W) => boolean {
  return (item) =>
    engine.meter.view(item).meta[engine.policy.protectedFlag] === true || session.protectedItems.has(item);
}

/** Never leaves the window: by role, by protection, or because it is the provider's own state. */
export function pinningOf<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
): (item: W) => boolean {
  const isProtected = protectionOf(engine, session);
  return (item) => {
    const view = engine.meter.view(item);
    const { rolesNeverPrune, summaryRole } = engine.policy;
    const isSummary = view.role === summaryRole && readSummary(view) !== undefined;
    const byRole = rolesNeverPrune.includes(view.role) && !isSummary;
    return view.providerState || byRole || isProtected(item);
  };
}
