import { isRecord } from "../json/is-record.js";
import type { Sealer } from "../sealing/sealer.js";
import type { CompactionContent } from "./compaction-content.js";

const PURPOSE = "compaction";

/** What the client gets of a compaction, and what a store keeps of it. */
export const sealCompaction = (sealer: Sealer, tenant: string, content: CompactionContent): string =>
  sealer.seal({ purpose: PURPOSE, tenant }, content);

/** Undefined for everything that this gateway did not seal for this tenant. */
export function openCompaction(
  sealer: Sealer,
  tenant: string,
  sealed: string,
): CompactionContent | undefined {
  const value = sealer.open({ purpose: PURPOSE, tenant }, sealed);
  if (!isRecord(value) || value["version"] !== 1) return undefined;
  return Array.isArray(value["items"]) && isRecord(value["account"])
    ? (value as unknown as CompactionContent)
    : undefined;
}
