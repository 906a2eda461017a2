import type { JsonRecord } from "../json/json-record.js";
import { stringOf } from "../json/string-of.js";
import type { Sealer } from "../sealing/sealer.js";
import type { CompactionContent } from "./compaction-content.js";
import { isApplicationItem } from "./is-application-item.js";
import { messageDigest } from "./message-digest.js";
import { openItem } from "./seal-compaction.js";

/**
 * Why an item that looks like ours is not read: its key is not in the ring, it is damaged or of another tenant, it is older than
 * items may be, or the store no longer has what it refers to.
 */
export type Unreadable = "unknown_key" | "damaged_or_foreign" | "too_old" | "not_stored";

/** An item that is not read. */
export interface UnreadableItem {
  readonly reason: Unreadable;
  /** Empty if its client did not send one. */
  readonly id: string;
}

export interface ExpandedItems {
  readonly items: readonly JsonRecord[];
  /** The newest compaction that could be opened. */
  readonly newest?: CompactionContent;
  readonly unreadable: readonly UnreadableItem[];
}

export interface ExpandOptions {
  readonly sealer: Sealer;
  readonly tenant: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Items may be so old; 0 is no limit. */
  readonly maxItemDays: number;
  /** True if the upstream may have made items of its own, and reads them. */
  readonly readsForeign: boolean;
  /** What the store has of a compaction. */
  find(id: string): Promise<CompactionContent | undefined>;
}

/** True for an item that stands for an earlier part of the conversation, whoever made it. */
const isCompaction = (item: JsonRecord): boolean =>
  item["type"] === "compaction" || item["type"] === "compaction_summary";

/**
 * Puts the content of the newest compaction in its place. What stood before it is not rendered again, whoever sends it: only
 * instructions of the application stay, and messages of the user that the compaction does not know.
 */
export async function expandCompactions(
  items: readonly JsonRecord[],
  options: ExpandOptions,
): Promise<ExpandedItems> {
  const unreadable: UnreadableItem[] = [];
  for (let index = items.length - 1; index >= 0; index--) {
    const item = items[index];
    if (!item || !isCompaction(item)) continue;
    const sealed = stringOf(item["encrypted_content"]);
    const isOurs = options.sealer.isSeal(sealed);
    const content = isOurs ? await contentOf(sealed, options) : await shadowOf(item, options);
    if (!content) continue;
    if (typeof content === "string") {
      unreadable.push({ reason: content, id: stringOf(item["id"]) });
      continue;
    }
    const before = items.slice(0, index).filter((earlier) => stays(earlier, content));
    return { items: [...before, ...content.items, ...items.slice(index + 1)], newest: content, unreadable };
  }
  return { items, unreadable };
}

/** What the gateway keeps beside an item of another upstream, for one that cannot read it. */
async function shadowOf(
  item: JsonRecord,
  { readsForeign, find }: ExpandOptions,
): Promise<CompactionContent | undefined> {
  const id = stringOf(item["id"]);
  return readsForeign || id === "" ? undefined : find(id);
}

const DAY_SECONDS = 86_400;

async function contentOf(
  sealed: string,
  { sealer, tenant, now, maxItemDays, find }: ExpandOptions,
): Promise<CompactionContent | Unreadable> {
  const opened = openItem(sealer, tenant, sealed);
  if (!opened) return sealer.hasKeyOf(sealed) ? "damaged_or_foreign" : "unknown_key";
  const isTooOld = maxItemDays > 0 && now / 1000 - opened.createdAt > maxItemDays * DAY_SECONDS;
  if (isTooOld) return "too_old";
  return "reference" in opened ? ((await find(opened.id)) ?? "not_stored") : opened;
}

function stays(item: JsonRecord, { users }: CompactionContent): boolean {
  if (isApplicationItem(item)) return true;
  return item["role"] === "user" && !users.includes(messageDigest(item));
}
