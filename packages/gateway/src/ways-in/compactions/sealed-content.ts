import type { CompactionContent } from "../../compaction/compaction-content.js";
import { sealCompaction, sealReference } from "../../compaction/seal-compaction.js";
import type { GatewayContext } from "../../exchange/gateway-context.js";

/**
 * What the client gets of a compaction: the window itself with its account. One that is larger than items may be goes without what
 * is only for looking in; where that does not suffice, and where the settings say so, the store keeps it and the item refers to it.
 */
export function sealedContent(
  { sealer, items }: GatewayContext,
  tenant: string,
  content: CompactionContent,
): string {
  if (items.holds === "reference") return sealReference(sealer, tenant, content);
  const whole = sealCompaction(sealer, tenant, content);
  if (whole.length <= items.maxBytes) return whole;
  const { checkpoint: _checkpoint, fidelity: _fidelity, ...account } = content.account;
  const lean = sealCompaction(sealer, tenant, { ...content, account: { ...account, removed: [] } });
  return lean.length <= items.maxBytes ? lean : sealReference(sealer, tenant, content);
}
