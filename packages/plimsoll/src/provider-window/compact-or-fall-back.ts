import { CompactError } from "../errors/compact-error.js";
import type { CompactionTrigger } from "./remote/compaction-metadata.js";
import type { CompactNowResult } from "./provider-window.js";
import type { RemoteOutcome } from "./remote/compact-remotely.js";
import type { WindowParts } from "./window-parts.js";
import type { WindowCall, WindowSession } from "./window-session.js";

/**
 * Lets the provider compact the window. If that fails, compacts locally, or rejects if the settings say so. Does
 * nothing if there is too little to compact, unless the request cannot be sent otherwise.
 */
export async function compactOrFallBack(
  parts: WindowParts,
  session: WindowSession,
  { call, trigger }: { readonly call: WindowCall; readonly trigger: CompactionTrigger },
): Promise<CompactNowResult> {
  const { settings } = parts;
  const mustShrink = trigger === "overflow";
  // A server that compacts by itself is asked to only by the caller.
  if (settings.mode === "off" || (settings.mode === "server" && trigger !== "manual")) {
    const done = await session.compactLocally(call, { reason: trigger });
    return {
      outcome: done ? "local" : "none",
      reason: "The settings do not use remote compaction.",
    };
  }
  const outcome = await session.compactRemotely(call, trigger);
  if (outcome.type === "compacted") return { outcome: "remote", metadata: outcome.metadata };
  const reason = reasonOf(outcome);
  if (outcome.type === "skipped" && outcome.reason !== "skipped_unsupported_endpoint" && !mustShrink)
    return { outcome: "none", reason };
  if (settings.onFailure === "error") {
    throw new CompactError("REMOTE_COMPACTION_FAILED", `The window was not compacted: ${reason}`, {
      details: { trigger, outcome: outcome.type },
      ...(outcome.type === "failed" ? { cause: outcome.error } : {}),
    });
  }
  if (outcome.type === "failed" && outcome.kind === "invalid_encrypted_content") {
    await session.rebuild(call);
    return { outcome: "local", reason };
  }
  const done = await session.compactLocally(call, { reason });
  return { outcome: done ? "local" : "none", reason };
}

const reasonOf = (outcome: Exclude<RemoteOutcome, { readonly type: "compacted" }>): string =>
  outcome.type === "skipped" ? outcome.reason : `${outcome.kind}: ${outcome.reason}`;
