import type { WireRecord } from "../wire-record.js";
import type { SealedKind } from "./sealed-content.js";
import type { RouteRequest, ServerState } from "./server-state.js";

/** A compaction item of the request's account. Every call seals the content again. */
export function compactionItem(
  state: ServerState,
  { account }: RouteRequest,
  made: { readonly id: string; readonly kind: SealedKind },
): WireRecord {
  const content = { ...made, tokens: state.compactionTokens };
  return { id: made.id, type: "compaction", encrypted_content: account.seal(content) };
}
