import { isRecord } from "../json/is-record.js";
import type { Sealer } from "../sealing/sealer.js";
import type { CompactionContent } from "./compaction-content.js";

const PURPOSE = "compaction";

/** What an item holds where the gateway's store holds the rest. */
export interface CompactionReference
  extends Pick<CompactionContent, "version" | "id" | "session" | "createdAt"> {
  readonly reference: true;
}

/** What the client gets of a compaction, and what a store keeps of it. */
export const sealCompaction = (sealer: Sealer, tenant: string, content: CompactionContent): string =>
  sealer.seal({ purpose: PURPOSE, tenant }, content);

/** What the client gets where the store keeps the rest. */
export function sealReference(sealer: Sealer, tenant: string, content: CompactionContent): string {
  const { version, id, session, createdAt } = content;
  const reference: CompactionReference = { version, id, session, createdAt, reference: true };
  return sealer.seal({ purpose: PURPOSE, tenant }, reference);
}

/** Undefined for everything that this gateway did not seal for this tenant, and for a reference. */
export function openCompaction(
  sealer: Sealer,
  tenant: string,
  sealed: string,
): CompactionContent | undefined {
  const opened = openItem(sealer, tenant, sealed);
  return opened && "reference" in opened ? undefined : opened;
}

/** What is in an item of a client. */
export function openItem(
  sealer: Sealer,
  tenant: string,
  sealed: string,
): CompactionContent | CompactionReference | undefined {
  const value = sealer.open({ purpose: PURPOSE, tenant }, sealed);
  if (!isRecord(value) || value["version"] !== 1) return undefined;
  if (value["reference"] === true) return value as unknown as CompactionReference;
  return Array.isArray(value["items"]) && isRecord(value["account"])
    ? (value as unknown as CompactionContent)
    : undefined;
}
