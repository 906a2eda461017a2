import { isRecord } from "../text/is-record.js";
import { CompactError } from "../errors/compact-error.js";
import type { ConversationFile } from "./conversation-file.js";
import { detectFormat } from "./detect-format.js";
import type { Format } from "./format.js";
import { stringOf, type WireRecord } from "./reading/wire-record.js";
import { REGISTRY } from "./registry.js";

const REQUESTS = REGISTRY.flatMap(({ name, request }) => (request ? [{ name, ...request }] : []));
/** Keys that several formats use for their list, and those that one does. */
const LIST_KEYS: readonly string[] = [
  "items",
  "messages",
  ...REQUESTS.flatMap(({ listKey }) => listKey ?? []),
];
const TEXT_KEYS = new Set(REQUESTS.filter(({ takesText }) => takesText).map(({ listKey }) => listKey));

/** The key that holds the conversation of a request-like object; `undefined` if there is none. */
export function listKeyOf(record: WireRecord): string | undefined {
  return LIST_KEYS.find(
    (key) => Array.isArray(record[key]) || (TEXT_KEYS.has(key) && typeof record[key] === "string"),
  );
}

/** Refuses a list with an entry that is not an object. */
export function asItems(list: readonly unknown[]): readonly object[] {
  const index = list.findIndex((item) => !isRecord(item));
  if (index === -1) return list as readonly object[];
  const entry = list[index];
  const what = Array.isArray(entry) ? "an array" : entry === null ? "null" : `a ${typeof entry}`;
  throw new CompactError("INVALID_INPUT", `Item ${index} is ${what}; every item must be a JSON object.`, {
    details: { index },
  });
}

/**
 * Reads `{items|messages|input|contents, target_tokens?, instructions?, tools?, model?}` and the conversation's id, under
 * `thread_id`, `conversation_id`, `session_id` or `id`.
 */
export function readConversationObject(record: WireRecord, format?: Format): ConversationFile {
  const key = listKeyOf(record);
  if (key === undefined) throw noList(record);
  const list = record[key];
  const items = asItems(Array.isArray(list) ? list : [{ role: "user", content: list }]);
  const instructions = instructionsOf(record);
  const targetTokens = targetTokensOf(record);
  const sessionId = sessionIdOf(record);
  const { tools, model } = record;
  return {
    format: format ?? detectFormat(items, hintOf(key, record)),
    items,
    ...(instructions !== "" && { instructions }),
    ...(Array.isArray(tools) && { tools }),
    ...(targetTokens !== undefined && { targetTokens }),
    ...(typeof model === "string" && model !== "" && { model }),
    ...(sessionId !== "" && { sessionId }),
    problems: [],
    write: (window) => `${JSON.stringify({ ...record, [key]: window }, null, 2)}\n`,
  };
}

/** The conversation's own id; a bare `id` may be that of one request, so it is asked last. */
function sessionIdOf(record: WireRecord): string {
  const keys = ["thread_id", "conversation_id", "session_id", "id"];
  return keys.map((key) => stringOf(record[key])).find((id) => id !== "") ?? "";
}

function noList(record: WireRecord): CompactError {
  const keys = Object.keys(record).slice(0, 20);
  return new CompactError(
    "INVALID_INPUT",
    `The object has no list of items under ${LIST_KEYS.join(", ")}; its keys are: ${keys.join(", ") || "(none)"}.`,
    { details: { keys } },
  );
}

function hintOf(key: string, record: WireRecord): string | undefined {
  const own = REQUESTS.find(({ listKey }) => listKey === key);
  return (own ?? (key === "messages" ? REQUESTS.find((request) => request.matches?.(record)) : undefined))
    ?.name;
}

function instructionsOf(record: WireRecord): string {
  const given =
    record["instructions"] ?? record["system"] ?? record["systemInstruction"] ?? record["system_instruction"];
  return textOf(isRecord(given) ? given["parts"] : given);
}

function textOf(value: unknown): string {
  if (!Array.isArray(value)) return stringOf(value);
  const texts = value.map((part) => (isRecord(part) ? stringOf(part["text"]) : stringOf(part)));
  return texts.filter((text) => text !== "").join("\n");
}

function targetTokensOf(record: WireRecord): number | undefined {
  const value = record["target_tokens"];
  if (value === undefined || value === null) return undefined;
  if (typeof value === "number" && Number.isSafeInteger(value) && value > 0) return value;
  const shown =
    typeof value === "number" || typeof value === "string" ? String(value).slice(0, 40) : typeof value;
  throw new CompactError("INVALID_INPUT", `target_tokens is ${shown}; it must be a positive whole number.`, {
    details: { target_tokens: value },
  });
}
