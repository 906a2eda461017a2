import type { AnswerEvent } from "../../answers/answer-event.js";
import type { CompactionContent } from "../../compaction/compaction-content.js";
import { COMPACTION_PURPOSE } from "../../compaction/expand-compactions.js";
import type { GatewayContext } from "../../exchange/gateway-context.js";

/** What the client gets of a compaction. */
export function compactionEvent(
  { sealer }: GatewayContext,
  tenant: string,
  content: CompactionContent,
): Extract<AnswerEvent, { type: "compaction" }> {
  const sealed = sealer.seal({ purpose: COMPACTION_PURPOSE, tenant }, content);
  return { type: "compaction", id: content.id, sealed };
}
