import { isRecord } from "../text/is-record.js";
import { canonicalText } from "./item-id.js";
import { sameItem } from "./same-item.js";
import { sha256 } from "../text/sha256.js";

type Fields = Readonly<Record<string, unknown>>;

/** Marks up to which a provider caches a prompt: hosts move them along with the conversation. */
const MARKS: ReadonlySet<string> = new Set(["cache_control", "cacheControl", "cachePoint"]);
/** Options of a provider that may contain cache marks, directly or one level down. */
const OPTIONS: ReadonlySet<string> = new Set([
  "providerOptions",
  "providerMetadata",
  "experimental_providerMetadata",
  "additional_kwargs",
]);
/** Fields that a provider or framework adds to an item and a host may change or omit. */
const ADDED_TO_ITEM: ReadonlySet<string> = new Set([
  "id",
  "status",
  "phase",
  "object",
  "created_at",
  "usage",
  "usage_metadata",
  "response_metadata",
  "stop_reason",
  "stop_sequence",
  "internal_chat_message_metadata_passthrough",
  "lc_kwargs",
  "lc_serializable",
  "lc_namespace",
  "lc_direct_tool_output",
  "tool_call_chunks",
]);
/**
 * Items that are answered by their id. If an item has no other content, such as a reference, its id counts as
 * content.
 */
const NAMED_BY_ID: ReadonlySet<unknown> = new Set([
  "mcp_approval_request",
  "local_shell_call",
  "local_shell_call_output",
]);
/** Fields that a provider adds to a part of a message. */
const ADDED_TO_PART: ReadonlySet<string> = new Set(["annotations", "logprobs"]);
/** Keys that hold parts, in a message or in another part. */
const PARTS: ReadonlySet<string> = new Set(["content", "parts", "output", "value", "message"]);
const TEXT_PARTS: ReadonlySet<unknown> = new Set(["text", "input_text", "output_text"]);
/** Messages, their parts, parts of a result: anything deeper is data. */
const MOST_LEVELS = 5;

const contents = new WeakMap<object, unknown>();

/**
 * The content of an item without what hosts and providers change: cache marks, ids and statuses, empty fields,
 * annotations. A text equals a single part with that text. Cached per object.
 */
function contentOf(item: object): unknown {
  let content = contents.get(item);
  if (content === undefined) {
    content = isRecord(item) ? ofItem(item) : item;
    contents.set(item, content);
  }
  return content;
}

/** True if two items say the same, whatever a host changed about them. */
export function sameContent(left: unknown, right: unknown): boolean {
  if (sameItem(left, right)) return true;
  return isRecord(left) && isRecord(right) && sameItem(contentOf(left), contentOf(right));
}

/** The content of an item as a text: equal for items with the same content. */
export const contentText = (item: object): string => canonicalText(contentOf(item));

const ids = new WeakMap<object, string>();

/** A digest of an item's content: equal for items with the same content. Cached per object. */
export function contentId(item: object): string {
  let id = ids.get(item);
  if (id === undefined) {
    id = sha256(contentText(item)).slice(0, 32);
    ids.set(item, id);
  }
  return id;
}

function ofItem(item: Fields): Fields {
  const fields: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(item)) {
    if (ADDED_TO_ITEM.has(key) || (key === "type" && value === "message")) continue;
    put(fields, key, ofField(key, value, 0));
  }
  if (NAMED_BY_ID.has(item["type"]) || Object.keys(fields).length < 2) put(fields, "id", item["id"]);
  return fields;
}

function ofField(key: string, value: unknown, level: number): unknown {
  if (OPTIONS.has(key)) return withoutMarks(value, 2);
  if (!PARTS.has(key) || level >= MOST_LEVELS) return value;
  if (typeof value === "string" && key === "content") return value;
  if (Array.isArray(value)) return ofParts(key, value, level);
  return isRecord(value) && Object.getPrototypeOf(value) === Object.prototype ? ofPart(value, level) : value;
}

function ofParts(key: string, parts: readonly unknown[], level: number): unknown {
  const kept = parts
    .map((part) => (isRecord(part) ? ofPart(part, level + 1) : part))
    // A mark may be a part of its own.
    .filter((part, index) => !isRecord(part) || Object.keys(part).length > 0 || isEmpty(parts[index]));
  const [only, more] = kept;
  const isText = key === "content" && isRecord(only) && more === undefined && Object.keys(only).length === 2;
  return isText && TEXT_PARTS.has(only["type"]) && typeof only["text"] === "string" ? only["text"] : kept;
}

function ofPart(part: Fields, level: number): Fields {
  const fields: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(part)) {
    if (MARKS.has(key) || ADDED_TO_PART.has(key)) continue;
    put(fields, key, ofField(key, value, level + 1));
  }
  return fields;
}

function withoutMarks(value: unknown, levels: number): unknown {
  if (!isRecord(value) || levels === 0) return value;
  const fields: Record<string, unknown> = {};
  for (const [key, option] of Object.entries(value))
    if (!MARKS.has(key)) put(fields, key, withoutMarks(option, levels - 1));
  return fields;
}

/** A field with nothing in it is as good as none. */
function put(fields: Record<string, unknown>, key: string, value: unknown): void {
  if (value === undefined || value === null || isEmpty(value) || MARKS.has(key)) return;
  Object.defineProperty(fields, key, { value, enumerable: true, configurable: true, writable: true });
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return isRecord(value) && !ArrayBuffer.isView(value) && Object.getPrototypeOf(value) === Object.prototype
    ? Object.keys(value).length === 0
    : false;
}
