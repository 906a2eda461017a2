import type { Sealer } from "../sealing/sealer.js";
import type { CompactionContent } from "./compaction-content.js";
import type { ClientApi } from "./compactors.js";
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

export interface OpenOptions {
  readonly sealer: Sealer;
  readonly tenant: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Items may be so old; 0 is no limit. */
  readonly maxItemDays: number;
  /** The API of the client: the window of another is in another format. */
  readonly api: ClientApi;
  /** What the store has of a compaction. */
  find(id: string): Promise<CompactionContent | undefined>;
}

const DAY_SECONDS = 86_400;

/** What an item of ours stands for, or why it is not read. */
export async function openedContent(
  sealed: string,
  { sealer, tenant, now, maxItemDays, api, find }: OpenOptions,
): Promise<CompactionContent | Unreadable> {
  const opened = openItem(sealer, tenant, sealed);
  if (!opened) return sealer.hasKeyOf(sealed) ? "damaged_or_foreign" : "unknown_key";
  const isTooOld = maxItemDays > 0 && now / 1000 - opened.createdAt > maxItemDays * DAY_SECONDS;
  if (isTooOld) return "too_old";
  const content = "reference" in opened ? await find(opened.id) : opened;
  if (!content) return "not_stored";
  return content.account.api === api ? content : "damaged_or_foreign";
}
