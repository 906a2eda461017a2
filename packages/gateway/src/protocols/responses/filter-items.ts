import { isRecord } from "../../json/is-record.js";
import type { JsonRecord } from "../../json/json-record.js";
import { stringOf } from "../../json/string-of.js";
import type { ResponsesQuirks } from "./responses-quirks.js";

/** True if the upstream that is asked can open what is sealed in a reasoning or compaction item. */
export type IsReadable = (sealed: string) => boolean;

export interface FilteredItems {
  readonly input: unknown;
  readonly dropped: readonly string[];
  readonly changed: boolean;
  readonly needsTranslation: boolean;
}

/** Fields of items by which a client talks to OpenAI about itself, or that only OpenAI's models read. */
const OWN_FIELDS = ["internal_chat_message_metadata_passthrough", "phase"] as const;
const SEALED: ReadonlySet<string> = new Set(["reasoning", "compaction", "compaction_summary"]);
/** What an upstream did by itself: nobody waits for its result. */
const HOSTED = /^(?:web_search|file_search|code_interpreter|image_generation|mcp_)/u;
/** Items that stand for something the conversation cannot do without. */
const NEEDED = /_call$|_output$|^compaction|^additional_tools$|^program$/u;

/** Items that are no part of the model's own step. */
const NO_STEP = /_output$|^compaction_trigger$/u;

const typeOf = (item: JsonRecord): string => stringOf(item["type"]) || "message";

interface Verdict {
  /** Undefined: left out. */
  readonly item: JsonRecord | undefined;
  readonly needsTranslation?: boolean;
}

const NOTHING: Verdict = { item: undefined };

/** Leaves out items that an upstream refuses, and parts of those that it takes. */
export function filterItems(input: unknown, quirks: ResponsesQuirks, isReadable: IsReadable): FilteredItems {
  if (!Array.isArray(input)) return { input, dropped: [], changed: false, needsTranslation: false };
  const dropped = new Set<string>();
  let needsTranslation = false;
  const alone = reasoningWithoutItem(input);
  const kept = input.flatMap((value: unknown) => {
    if (!isRecord(value)) return [value];
    const verdict = alone.has(value) ? NOTHING : judge(value, quirks, isReadable);
    needsTranslation ||= verdict.needsTranslation === true;
    if (!verdict.item) dropped.add(typeOf(value));
    return verdict.item ? [verdict.item] : [];
  });
  const changed = kept.length < input.length || kept.some((item, index) => item !== input[index]);
  return { input: changed ? kept : input, dropped: [...dropped], changed, needsTranslation };
}

/**
 * Reasoning behind which nothing of the model's came, as a turn that was broken off leaves it. OpenAI refuses it without the item that
 * it led to.
 */
function reasoningWithoutItem(input: readonly unknown[]): ReadonlySet<unknown> {
  const found = new Set<unknown>();
  let isLed = false;
  for (let index = input.length - 1; index >= 0; index--) {
    const item = input[index];
    if (!isRecord(item)) isLed = true;
    else if (item["type"] !== "reasoning") isLed = isOfModel(item);
    else if (!isLed) found.add(item);
  }
  return found;
}

function isOfModel(item: JsonRecord): boolean {
  const type = typeOf(item);
  return type === "message" ? item["role"] === "assistant" : !NO_STEP.test(type);
}

function judge(item: JsonRecord, quirks: ResponsesQuirks, isReadable: IsReadable): Verdict {
  const type = typeOf(item);
  const isKnown = quirks.items === "all" || quirks.items.includes(type);
  if (!isKnown) return { item: undefined, needsTranslation: NEEDED.test(type) && !HOSTED.test(type) };
  const sealed = stringOf(item["encrypted_content"]);
  if (SEALED.has(type) && sealed !== "" && !isReadable(sealed)) return { item: undefined };
  const plain = quirks.ownMetadata ? item : without(item, OWN_FIELDS);
  if (type !== "reasoning" || quirks.encryptedReasoning || sealed === "") return { item: plain };
  const open = without(plain, ["encrypted_content"]);
  const says = [open["summary"], open["content"]].some((list) => Array.isArray(list) && list.length > 0);
  return { item: says ? open : undefined };
}

function without(item: JsonRecord, keys: readonly string[]): JsonRecord {
  if (!keys.some((key) => key in item)) return item;
  return Object.fromEntries(Object.entries(item).filter(([key]) => !keys.includes(key)));
}
