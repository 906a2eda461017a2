import { isRecord } from "../../text/is-record.js";
import { canonicalText } from "../../conversation/item-id.js";
import { sha256 } from "../../text/sha256.js";
import { itemType, type WindowItem } from "../window/window-item.js";

/** A compact record of an item: enough to recognise it and to name it in a diagnosis. */
export interface ItemMark {
  readonly type: string;
  /** The provider's id of the item, if it has one. */
  readonly id?: string;
  /** Of the content, whatever the provider or an SDK adds around it. */
  readonly hash: string;
}

/** Characters of a mark's hash; 96 bits. */
const MARK_HASH_LENGTH = 24;
/** No provider has longer ids; the mark omits them. */
export const MAX_MARK_TEXT = 256;

/** Set by the server or by an SDK on its way; the same item may come back without. */
const VOLATILE_FIELDS: ReadonlySet<string> = new Set([
  "id",
  "status",
  "created_by",
  "parsed_arguments",
  "internal_chat_message_metadata_passthrough",
]);
const VOLATILE_PART_FIELDS: ReadonlySet<string> = new Set(["parsed", "logprobs", "annotations"]);

const marks = new WeakMap<WindowItem, ItemMark>();

/** The mark of an item, cached per object. */
export function markOf(item: WindowItem): ItemMark {
  let mark = marks.get(item);
  if (mark === undefined) {
    const id = item["id"];
    const usable = typeof id === "string" && id !== "" && id.length <= MAX_MARK_TEXT;
    mark = {
      type: itemType(item).slice(0, MAX_MARK_TEXT),
      ...(usable ? { id } : {}),
      hash: sha256(canonicalText(essence(item))).slice(0, MARK_HASH_LENGTH),
    };
    marks.set(item, mark);
  }
  return mark;
}

/** True if two marks are of the same item: equal content, and no two different ids. */
export function sameMark(left: ItemMark, right: ItemMark): boolean {
  if (left.hash !== right.hash || left.type !== right.type) return false;
  return left.id === undefined || right.id === undefined || left.id === right.id;
}

/** The first position at which `list` differs from `prefix`; -1 if it begins with all of it. */
export function firstMismatch(prefix: readonly ItemMark[], list: readonly ItemMark[]): number {
  for (const [index, mark] of prefix.entries()) {
    const other = list[index];
    if (other === undefined || !sameMark(mark, other)) return index;
  }
  return -1;
}

function essence(item: WindowItem): Record<string, unknown> {
  const kept: Record<string, unknown> = { type: itemType(item) };
  for (const [key, value] of Object.entries(item)) {
    if (VOLATILE_FIELDS.has(key) || value === null || value === undefined) continue;
    kept[key] = key === "content" || key === "output" ? contentEssence(item, value) : value;
  }
  return kept;
}

/** A string and its one text part say the same. */
function contentEssence(item: WindowItem, value: unknown): unknown {
  if (typeof value === "string") return itemType(item) === "message" ? [["text", value]] : value;
  if (!Array.isArray(value)) return value;
  return value.map(partEssence);
}

function partEssence(part: unknown): unknown {
  if (!isRecord(part)) return part;
  const { type, text } = part;
  if ((type === "input_text" || type === "output_text") && typeof text === "string") return ["text", text];
  const kept = Object.entries(part).filter(
    ([key, value]) => !VOLATILE_PART_FIELDS.has(key) && value !== null && value !== undefined,
  );
  return Object.fromEntries(kept);
}
