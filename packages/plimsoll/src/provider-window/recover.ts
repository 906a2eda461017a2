import { CompactError } from "../errors/compact-error.js";
import { recognizeOverflow } from "../tokens/recognize-overflow.js";
import { classifyFailure, type FailureKind } from "./transport/provider-failure.js";
import { type Overflowed, recoverOverflow } from "./recover-overflow.js";
import type { WindowParts } from "./window-parts.js";
import type { WindowCall, WindowSession } from "./window-session.js";

/** What was already done for one request. Each remedy is tried once, so that retries end. */
export interface Recovered extends Overflowed {
  readonly kinds: Set<FailureKind>;
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
