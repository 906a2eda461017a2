import { CompactError } from "../errors/compact-error.js";
import { recognizeOverflow } from "../tokens/recognize-overflow.js";
import type { CompactionTrigger } from "./remote/compaction-metadata.js";
import { classifyFailure, type FailureKind } from "./transport/provider-failure.js";
import type { CompactNowResult } from "./provider-window.js";
import type { RemoteOutcome } from "./remote/compact-remotely.js";
import type { WindowParts } from "./window-parts.js";
import type { WindowCall, WindowSession } from "./window-session.js";

/** What was already done for one request. Each remedy is tried once, so that retries end. */
export interface Recovered {
  readonly kinds: Set<FailureKind>;
  overflows: number;
  /**
   * How the window was compacted for this request. A provider's result is not compacted again locally, nor the
   * other way round.
   */
  compacted: CompactNowResult["outcome"];
}

/**
 * Changes the window so that a failed request can be sent again; false if nothing can be done or everything was
 * tried.
 */
export async function recover(
  parts: WindowParts,
  session: WindowSession,
  input: { readonly call: WindowCall; readonly error: unknown; readonly recovered: Recovered },
): Promise<boolean> {
  const { call, error, recovered } = input;
  if (CompactError.isInstance(error) && error.code === "REMOTE_COMPACTION_FAILED") return false;
  const { kind } = classifyFailure(error, "/responses");
  if (kind === "overflow") {
    session.learnLimit(recognizeOverflow(error).limit);
    return recoverOverflow(parts, session, { call, recovered });
  }
  if (recovered.kinds.has(kind)) return false;
  recovered.kinds.add(kind);
  switch (kind) {
    case "items_not_persisted":
      session.stopSendingIds();
      await session.reset(kind);
      return true;
    case "response_not_found":
      await session.reset(kind);
      return true;
    case "invalid_encrypted_content":
      await session.rebuild(call);
      return true;
    default:
      return false;
  }
}

/**
 * Compacts, remotely or locally; if the provider has just compacted, only what follows its window. Then gives up.
 */
async function recoverOverflow(
  parts: WindowParts,
  session: WindowSession,
  { call, recovered }: { readonly call: WindowCall; readonly recovered: Recovered },
): Promise<boolean> {
  const attempt = recovered.overflows++;
  const isRemote = recovered.compacted === "remote";
  if (attempt > 1 || (attempt === 1 && !isRemote)) return false;
  if (recovered.compacted !== "none") {
    const reason = `overflow after a ${recovered.compacted} compaction`;
    return session.compactLocally(call, { reason, tailOnly: isRemote });
  }
  const { outcome } = await compactOrFallBack(parts, session, { call, trigger: "overflow" });
  recovered.compacted = outcome;
  return outcome !== "none";
}

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
