import type { JsonRecord } from "../json/json-record.js";
import { stringOf } from "../json/string-of.js";
import type { Sealer } from "../sealing/sealer.js";
import type { CompactionContent } from "./compaction-content.js";
import { isApplicationItem } from "./is-application-item.js";
import { messageDigest } from "./message-digest.js";
import { openCompaction } from "./seal-compaction.js";

export interface ExpandedItems {
  readonly items: readonly JsonRecord[];
  /** The newest compaction that could be opened. */
  readonly newest?: CompactionContent;
  /** Items that look like ours and cannot be opened: damaged, of another tenant, or of a key that is gone. */
  readonly unreadable: number;
}

/** True for an item that stands for an earlier part of the conversation, whoever made it. */
const isCompaction = (item: JsonRecord): boolean =>
  item["type"] === "compaction" || item["type"] === "compaction_summary";

/**
 * Puts the content of the newest compaction in its place. What stood before it is not rendered again, whoever sends it: only
 * instructions of the application stay, and messages of the user that the compaction does not know.
 */
export function expandCompactions(
  items: readonly JsonRecord[],
  { sealer, tenant }: { readonly sealer: Sealer; readonly tenant: string },
): ExpandedItems {
  let unreadable = 0;
  for (let index = items.length - 1; index >= 0; index--) {
    const item = items[index];
    if (!item || !isCompaction(item)) continue;
    const sealed = stringOf(item["encrypted_content"]);
    const content = openCompaction(sealer, tenant, sealed);
    if (content) {
      const before = items.slice(0, index).filter((earlier) => stays(earlier, content));
      return { items: [...before, ...content.items, ...items.slice(index + 1)], newest: content, unreadable };
    }
    if (sealer.isSeal(sealed)) unreadable++;
  }
  return { items, unreadable };
}

function stays(item: JsonRecord, { users }: CompactionContent): boolean {
  if (isApplicationItem(item)) return true;
  return item["role"] === "user" && !users.includes(messageDigest(item));
}
