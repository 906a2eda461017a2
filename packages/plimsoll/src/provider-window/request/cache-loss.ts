import type { CacheLossCause } from "./cache-loss-cause.js";
import type { Continuation } from "./continuation.js";
import type { WindowUsage } from "../window/provider-window-state.js";

export interface CacheLoss {
  readonly cause: CacheLossCause;
  /** Tokens that should have been in the cache. */
  readonly expected: number;
  readonly cached: number;
}

export interface SentContinuation {
  readonly continuation: Continuation;
  /** The server compacted by itself, in this answer or in the one before: its window begins anew. */
  readonly serverCompacted: boolean;
}

/** Providers cache from here on. */
const LEAST_CACHED = 1024;
/** If less than this share of the earlier input is cached, the cache counts as lost. */
const KEPT_SHARE = 0.5;

/**
 * Decides whether a request lost the cache, and why, from the reported usage of this request and the previous
 * one. Undefined if nothing was lost, or if that is unknown.
 */
export function attributeCacheLoss(
  before: WindowUsage | undefined,
  now: WindowUsage,
  sent: SentContinuation,
): CacheLoss | undefined {
  if (!before || before.input < LEAST_CACHED) return undefined;
  if (now.cached >= before.input * KEPT_SHARE) return undefined;
  const cause = sent.serverCompacted ? "intentional_compaction" : causeOf(sent.continuation);
  // A provider that has not reported cached tokens yet may have no cache to lose.
  if (cause === "provider_expiry" && before.cached === 0 && now.cached === 0) return undefined;
  return { cause, expected: before.input, cached: now.cached };
}

function causeOf(continuation: Continuation): CacheLossCause {
  const miss = continuation.type === "full" ? continuation.miss : undefined;
  switch (miss?.reason) {
    case "remote_compaction":
    case "local_compaction":
    case "window_rebuilt":
      return "intentional_compaction";
    case "request_shape_changed":
    case "provider_changed":
      return "shape_drift";
    case "conversation_not_strict_append_only":
      return "history_rewritten";
    default:
      if ((miss?.changedFields.length ?? 0) > 0) return "shape_drift";
      return (miss?.firstMismatchIndex ?? -1) === -1 ? "provider_expiry" : "history_rewritten";
  }
}
