import type { AnswerEvent } from "../../answers/answer-event.js";
import type { CompactionContent } from "../../compaction/compaction-content.js";
import { sealCompaction } from "../../compaction/seal-compaction.js";
import type { GatewayContext } from "../../exchange/gateway-context.js";

/** What the client gets of a compaction. */
export function compactionEvent(
  { sealer }: GatewayContext,
  tenant: string,
  content: CompactionContent,
): Extract<AnswerEvent, { type: "compaction" }> {
  return { type: "compaction", id: content.id, sealed: sealCompaction(sealer, tenant, content) };
}
