import type { CompactionContent } from "../../compaction/compaction-content.js";
import type { GatewayContext } from "../../exchange/gateway-context.js";
import type { InboundRequest } from "../../http/inbound-request.js";

export interface KeptFor {
  readonly request: InboundRequest;
  readonly onDisk: boolean;
}

/** Keeps a compaction for its owner, and says what went wrong with it. A store that fails costs the look into it, nothing else. */
export async function keepCompaction(
  context: GatewayContext,
  { request, onDisk }: KeptFor,
  content: CompactionContent,
): Promise<void> {
  for (const { kind, reason } of content.account.degraded)
    context.say(`The compaction ${content.id} is degraded (${kind}): ${reason}`);
  try {
    await context.kept.keep(request.tenant, content, onDisk);
  } catch (error) {
    context.say(`A compaction could not be kept: ${error instanceof Error ? error.name : "error"}.`);
  }
}
