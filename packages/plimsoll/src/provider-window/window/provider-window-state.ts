import type { CacheLossCause } from "../request/cache-loss-cause.js";
import type { CompactionMetadata } from "../remote/compaction-metadata.js";
import type { ResetReason } from "../request/continuation-miss.js";
import type { ItemMark } from "../request/item-mark.js";
import type { RequestShape } from "../request/request-shape.js";
import type { ProviderBinding } from "../transport/responses-transport.js";
import type { WindowItem } from "./window-item.js";

/** 1: first shape. */
export const WINDOW_VERSION = 1;

/** The last response and its input. */
export interface WindowBase {
  /** Empty if the provider gave none. */
  readonly responseId: string;
  /** The provider stores the response, so the next request can continue it. */
  readonly stored: boolean;
  readonly shape: RequestShape;
  /** What the provider holds under that id: everything sent until then, and its output. */
  readonly prefix: readonly ItemMark[];
}

/**
 * An item of a stored head that has a secret, and is stored without it. The item itself is sealed beside it if the window has
 * a key, and in the caller's list otherwise: a redacted one is never sent.
 */
export interface HiddenItem {
  /** In the head. */
  readonly position: number;
  /** Of the item itself. */
  readonly mark: ItemMark;
  /** The item itself, sealed; in the store only. */
  readonly sealed?: string;
}

export interface WindowShelf {
  readonly head: readonly WindowItem[];
  readonly hidden?: readonly HiddenItem[];
  readonly list: readonly ItemMark[];
}

/** The reported usage of the last request. */
export interface WindowUsage {
  readonly input: number;
  readonly output: number;
  readonly cached: number;
  /** The number of window items that it covers, including the output. */
  readonly items: number;
}

/**
 * The provider's side of one conversation. The window is `head`, followed by the caller's items from `covered`
 * on. Plain JSON: store it with `JSON.stringify`, read it with `parseWindowState`.
 */
export interface ProviderWindowState {
  readonly version: typeof WINDOW_VERSION;
  /** Whose the encrypted items are. Absent until something was sent. */
  readonly binding?: ProviderBinding;
  /** The caller's list, as far as it was sent or returned. */
  readonly list: readonly ItemMark[];
  /** Stands for the first `covered` items of the list: the provider's replacement, or a local one. */
  readonly head: readonly WindowItem[];
  readonly covered: number;
  /** The items of the head that were read from the store redacted, until the caller's list has them. */
  readonly hidden?: readonly HiddenItem[];
  /**
   * A head that the last list did not begin with, and its list; it is used again when that list comes back.
   */
  readonly shelf?: WindowShelf;
  /** Positions of compaction items in the window; the last is the latest. */
  readonly compactionIndexes: readonly number[];
  readonly base?: WindowBase;
  /** The model of the last answered request. */
  readonly model?: string;
  /** The marks of the last request's own items and of its output. */
  readonly sent: readonly ItemMark[];
  readonly returned: readonly ItemMark[];
  /** Sent, and not answered yet. */
  readonly pending: readonly ItemMark[];
  readonly usage?: WindowUsage;
  /** What the provider counted for the first request after the last compaction: below that it does not get by compacting. */
  readonly floor?: number;
  /** Why the next request is a full one; absent if it goes on, and before the first. */
  readonly reset?: ResetReason;
  readonly responses: number;
  /** Remote compactions, the oldest first. */
  readonly compactions: readonly CompactionMetadata[];
  /** How often the provider's cache was lost, by cause. */
  readonly cacheLosses: Readonly<Partial<Record<CacheLossCause, number>>>;
}

export const EMPTY_WINDOW: ProviderWindowState = Object.freeze({
  version: WINDOW_VERSION,
  list: [],
  head: [],
  covered: 0,
  compactionIndexes: [],
  sent: [],
  returned: [],
  pending: [],
  responses: 0,
  compactions: [],
  cacheLosses: {},
});
