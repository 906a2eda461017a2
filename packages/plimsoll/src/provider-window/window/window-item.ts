import { isRecord } from "../../text/is-record.js";

/** An item of the Responses API as it stands on the wire. A value: never changed in place. */
export type WindowItem = Readonly<Record<string, unknown>>;

const COMPACTION_TYPES: ReadonlySet<unknown> = new Set([
  "compaction",
  "compaction_summary",
  "context_compaction",
]);
const PREAMBLE_ROLES: ReadonlySet<unknown> = new Set(["system", "developer"]);

/** True for an encrypted item that stands for what was compacted; nobody but its provider can read it. */
export function isCompactionItem(item: WindowItem): boolean {
  return COMPACTION_TYPES.has(item["type"]);
}

/** The type of an item; a message may come without one. */
export function itemType(item: WindowItem): string {
  const type = item["type"];
  if (typeof type === "string" && type !== "") return type;
  return typeof item["role"] === "string" ? "message" : "unknown";
}

/** True for what instructs the model beside the conversation: system and developer messages, tools given as an item. */
export function isPreamble(item: WindowItem): boolean {
  const type = itemType(item);
  return type === "additional_tools" || (type === "message" && PREAMBLE_ROLES.has(item["role"]));
}

export function isUserMessage(item: WindowItem): boolean {
  return itemType(item) === "message" && item["role"] === "user";
}

/** The encrypted payload of an item; undefined if it has none. */
export function payloadOf(item: WindowItem): string | undefined {
  const payload = item["encrypted_content"];
  return typeof payload === "string" ? payload : undefined;
}

/** Creates a folder that only its owner can enter, and the folders above it, durably. */
export function latestCompaction(items: readonly WindowItem[]): number {
  return items.findLastIndex(isCompactionItem);
}

/** The `input` of a request as items; undefined if it is none that the API takes. */
export function inputItems(input: unknown): WindowItem[] | undefined {
  if (input === undefined || input === null) return [];
  if (typeof input === "string") return [{ role: "user", content: input }];
  return Array.isArray(input) && input.every(isRecord) ? input : undefined;
}
