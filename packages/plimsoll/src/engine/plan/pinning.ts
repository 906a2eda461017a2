import { readSummary } from "../../facts/checkpoint/summary-message.js";
import type { ProtectedItems } from "../../facts/checkpoint/protected-items.js";
import type { Engine } from "../engine.js";

export interface Pinning<W extends object> {
  /** Protected by its metadata or by `protect`. */
  isProtected(item: W): boolean;
  /** Never leaves the window: by role, by protection, or because it is the provider's own state. */
  isPinned(item: W): boolean;
}

/** Which items of a session stay whatever happens. */
export function pinning<W extends object>(
  engine: Engine<W>,
  session: { readonly protectedItems: Pick<ProtectedItems, "has"> },
): Pinning<W> {
  const { protectedFlag, rolesNeverPrune, summaryRole } = engine.policy;
  const isProtected = (item: W): boolean =>
    engine.meter.view(item).meta[protectedFlag] === true || session.protectedItems.has(item);
  return {
    isProtected,
    isPinned(item) {
      const view = engine.meter.view(item);
      const isSummary = view.role === summaryRole && readSummary(view) !== undefined;
      const byRole = rolesNeverPrune.includes(view.role) && !isSummary;
      return view.providerState || byRole || isProtected(item);
    },
  };
}
