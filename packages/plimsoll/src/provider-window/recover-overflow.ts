import { compactOrFallBack } from "./compact-or-fall-back.js";
import type { CompactNowResult } from "./provider-window.js";
import { isFutile } from "./remote/remote-trigger.js";
import { isCompactionItem } from "./window/window-item.js";
import type { WindowParts } from "./window-parts.js";
import type { WindowCall, WindowSession } from "./window-session.js";

/** What was done for a request that the provider refused as too long. */
export interface Overflowed {
  /** How the window was compacted for this request. */
  compacted: CompactNowResult["outcome"];
  readonly remedies: Set<Remedy>;
}

/**
 * `compact`: the window, by the provider or here. `rest`: what follows the provider's replacement. `again`: the window, which
 * was compacted here before it was sent. `leave`: the provider's replacement itself, for the readable conversation.
 */
export type Remedy = "compact" | "rest" | "again" | "leave";

interface Refused {
  readonly call: WindowCall;
  readonly recovered: Overflowed;
}

/** From the one that changes least on. Each is tried once, so that retries end. */
const REMEDIES: readonly Remedy[] = ["compact", "rest", "again", "leave"];

/** Makes the window smaller, so that the request can be sent again; false if nothing more can be done. */
export async function recoverOverflow(
  parts: WindowParts,
  session: WindowSession,
  refused: Refused,
): Promise<boolean> {
  const { remedies } = refused.recovered;
  for (const remedy of REMEDIES) {
    if (remedies.has(remedy) || !applies(remedy, { parts, session, ...refused })) continue;
    remedies.add(remedy);
    if (await apply(remedy, { parts, session, ...refused })) return true;
  }
  return false;
}

interface Situation extends Refused {
  readonly parts: WindowParts;
  readonly session: WindowSession;
}

function applies(remedy: Remedy, { parts, session, call, recovered }: Situation): boolean {
  const { compacted, remedies } = recovered;
  const items = session.items(call.list);
  switch (remedy) {
    case "compact":
      return (
        compacted === "none" &&
        !isFutile({ ...parts, ...call, state: session.state, items, ...limits(parts, session) })
      );
    case "rest":
      return compacted === "remote";
    case "again":
      return compacted === "local" && !remedies.has("compact") && !remedies.has("leave");
    case "leave":
      return parts.settings.onFailure === "local" && items.some(isCompactionItem);
  }
}

const limits = ({ settings: { triggerPct } }: WindowParts, { maxTokens }: WindowSession) => ({
  triggerPct,
  maxTokens,
});

async function apply(remedy: Remedy, { parts, session, call, recovered }: Situation): Promise<boolean> {
  if (remedy === "compact") {
    const { outcome } = await compactOrFallBack(parts, session, { call, trigger: "overflow" });
    recovered.compacted = outcome;
    return outcome !== "none";
  }
  if (remedy === "leave") {
    recovered.compacted = "local";
    return session.leaveReplacement(call, "The provider's compacted window is too large for the model.");
  }
  const reason = `overflow after a ${recovered.compacted} compaction`;
  return session.compactLocally(call, { reason, tailOnly: remedy === "rest" });
}
