import { oneLine } from "../../text/one-line.js";
import { jsonText } from "../../text/json-text.js";
import type { Redactor } from "../../redaction/redactor.js";
import type { ItemMark } from "./item-mark.js";
import { isCompactionItem, payloadOf, type WindowItem } from "../window/window-item.js";

/** Why a request holds the whole window instead of going on from the last response. */
export const RESET_REASONS = [
  /** The list does not begin with the items that the provider holds. */
  "conversation_not_strict_append_only",
  /** Model, instructions, tools or the like are not those of the last request. */
  "request_shape_changed",
  /** The provider no longer has the response. */
  "response_not_found",
  /** The request told the provider to store nothing. */
  "store_disabled",
  /** The last answer had no id, or was not stored. */
  "response_not_continuable",
  /** An encrypted item could not be read: the window was put together again from the transcript. */
  "window_rebuilt",
  /** The provider compacted the window. */
  "remote_compaction",
  /** The window was compacted here. */
  "local_compaction",
  /** Another provider or account, which must not receive what the previous one stored or encrypted. */
  "provider_changed",
  /** Ids that the provider did not keep were left out. */
  "items_not_persisted",
  /** The stored window could not be read. */
  "stored_window_unreadable",
  /** The caller asked for it. */
  "requested",
] as const;

export type ResetReason = (typeof RESET_REASONS)[number];

/** One side of the place at which two lists part. */
export interface MismatchSide {
  readonly type: string;
  /** The provider's id if there is one, otherwise the digest of the content. */
  readonly stableId: string;
  readonly hash: string;
  /** Redacted, one line; only if the item itself is available. */
  readonly preview?: string;
}

/** A full request instead of a continuation, with the data to find out why. */
export interface ContinuationMiss {
  readonly reason: ResetReason;
  /** How many items the provider holds. */
  readonly expectedPrefixLength: number;
  readonly currentLength: number;
  /** -1 if the list begins with everything expected. */
  readonly firstMismatchIndex: number;
  readonly expected?: MismatchSide;
  readonly current?: MismatchSide;
  readonly expectedShapeHash: string;
  readonly currentShapeHash: string;
  /** The fields of the request in which the shapes differ. */
  readonly changedFields: readonly string[];
}

const MAX_PREVIEW = 120;

export function describeSide(
  mark: ItemMark | undefined,
  { item, redactor }: { readonly item?: WindowItem | undefined; readonly redactor: Redactor },
): MismatchSide | undefined {
  if (mark === undefined) return undefined;
  const preview = item && previewOf(item, redactor);
  return {
    type: mark.type,
    stableId: mark.id ?? mark.hash,
    hash: mark.hash,
    ...(preview === undefined ? {} : { preview }),
  };
}

/** Encrypted content has no preview; its digest is in the mark. */
function previewOf(item: WindowItem, redactor: Redactor): string | undefined {
  if (isCompactionItem(item) || payloadOf(item) !== undefined) return undefined;
  const { id: _id, type: _type, status: _status, ...rest } = item;
  return oneLine(redactor.text(jsonText(redactor.value(rest))), MAX_PREVIEW);
}
