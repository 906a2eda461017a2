import type { JsonRecord } from "../json/json-record.js";
import { stringOf } from "../json/string-of.js";
import type { CompactionContent } from "./compaction-content.js";
import { isApplicationItem } from "./is-application-item.js";
import { messageDigest } from "./message-digest.js";
import { openedContent, type OpenOptions, type UnreadableItem } from "./opened-content.js";

export interface ExpandedItems {
  readonly items: readonly JsonRecord[];
  /** The newest compaction that could be opened. */
  readonly newest?: CompactionContent;
  readonly unreadable: readonly UnreadableItem[];
  /** True if all that is left out stands before an item that the upstream itself made. */
  readonly isPruned?: boolean;
}

export interface ExpandOptions extends Omit<OpenOptions, "api"> {
  /** True if the upstream may have made items of its own, and reads them. */
  readonly readsForeign: boolean;
}

/** True for an item that stands for an earlier part of the conversation, whoever made it. */
const isCompaction = (item: JsonRecord): boolean =>
  item["type"] === "compaction" || item["type"] === "compaction_summary";

/**
 * Puts the content of the newest compaction in its place. What stood before it is not rendered again, whoever sends it: only
 * instructions of the application stay, and messages of the user that the compaction does not know. An item that the upstream made
 * and reads stays as it is, with every message of the user before it, because its maker may count on them.
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
    const content = isOurs
      ? await openedContent(sealed, { ...options, api: "responses" })
      : await shadowOf(item, options);
    if (!content && options.readsForeign) {
      const kept = items.slice(0, index).filter((earlier) => isApplicationItem(earlier) || isUsers(earlier));
      return { items: [...kept, ...items.slice(index)], isPruned: kept.length < index, unreadable };
    }
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

const isUsers = ({ role }: JsonRecord): boolean => role === "user";

function stays(item: JsonRecord, { users }: CompactionContent): boolean {
  if (isApplicationItem(item)) return true;
  return isUsers(item) && !users.includes(messageDigest(item));
}
