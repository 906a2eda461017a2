import type { CompactionContent } from "../../compaction/compaction-content.js";
import { openedContent, type OpenOptions, type UnreadableItem } from "../../compaction/opened-content.js";
import { isRecord } from "../../json/is-record.js";
import type { JsonRecord } from "../../json/json-record.js";
import { recordsIn } from "../../json/records-in.js";
import { stringOf } from "../../json/string-of.js";

const OPENING = "Earlier parts of this conversation were compacted. Their summary:";
const UNREADABLE =
  "[An earlier part of this conversation was compacted and cannot be read here. What follows is all that is known.]";
const UNVERIFIED = "The summary of it that came with the request, which nobody vouches for:";

export interface ExpandedMessages {
  /** The very same list if there was nothing to expand. */
  readonly messages: readonly JsonRecord[];
  /** The compaction that the conversation goes on from, if it is one of ours. */
  readonly newest?: CompactionContent;
  readonly unreadable: readonly UnreadableItem[];
}

export interface BlockOptions extends Omit<OpenOptions, "api"> {
  /** True if the upstream makes `compaction` blocks of its own, and reads them. */
  readonly readsForeign: boolean;
}

/**
 * Puts what the newest `compaction` block stands for in its place; what stands before it is left out, as the API says. The window
 * of one of ours is sealed in it, and its readable text is not looked at. A block of another server goes to upstreams that make
 * such blocks as it is, and is its text for all others. Blocks without content are those of compactions that failed.
 */
export async function expandCompactionBlocks(
  messages: readonly JsonRecord[],
  options: BlockOptions,
): Promise<ExpandedMessages> {
  if (!messages.some(hasCompaction)) return { messages, unreadable: [] };
  const isOurs = (block: JsonRecord): boolean => options.sealer.isSeal(stringOf(block["encrypted_content"]));
  const counts = (block: JsonRecord): boolean => isOurs(block) || stringOf(block["content"]) !== "";
  const at = messages.findLastIndex((message) => compactionsIn(message).some(counts));
  const holder = messages[at];
  const newest = holder && compactionsIn(holder).findLast(counts);
  if (!newest || !isOurs(newest))
    return { messages: foreign(messages, { at, newest, isOurs, options }), unreadable: [] };
  const content = await openedContent(stringOf(newest["encrypted_content"]), { ...options, api: "messages" });
  if (typeof content === "string") {
    const text = stringOf(newest["content"]);
    const told = text === "" ? UNREADABLE : `${UNREADABLE}\n\n${UNVERIFIED}\n\n${text}`;
    return { messages: asText(messages, at, told), unreadable: [{ reason: content, id: "" }] };
  }
  const after = following(messages, at, newest);
  return { messages: [...notRepeated(content.items, after), ...after], newest: content, unreadable: [] };
}

interface Foreign {
  readonly at: number;
  readonly newest: JsonRecord | undefined;
  readonly options: BlockOptions;
  isOurs(block: JsonRecord): boolean;
}

/** A list whose newest block is another server's. An upstream that reads it never sees an older one of ours. */
function foreign(
  messages: readonly JsonRecord[],
  { at, newest, isOurs, options }: Foreign,
): readonly JsonRecord[] {
  if (options.readsForeign) return bare(messages, isOurs);
  return newest ? asText(messages, at, `${OPENING}\n\n${stringOf(newest["content"])}`) : bare(messages);
}

const isCompaction = ({ type }: JsonRecord): boolean => type === "compaction";

const hasCompaction = ({ content }: JsonRecord): boolean =>
  Array.isArray(content) && content.some((block) => isRecord(block) && isCompaction(block));

const compactionsIn = ({ content }: JsonRecord): readonly JsonRecord[] =>
  recordsIn(content).filter(isCompaction);

function asText(messages: readonly JsonRecord[], at: number, text: string): readonly JsonRecord[] {
  const newest = compactionsIn(messages[at] ?? {}).at(-1);
  const opening = { role: "user", content: [{ type: "text", text }] };
  return [opening, ...following(messages, at, newest)];
}

/** What stands behind a block, without any other. */
function following(
  messages: readonly JsonRecord[],
  at: number,
  block: JsonRecord | undefined,
): readonly JsonRecord[] {
  const holder = messages[at];
  if (!holder) return [];
  const blocks = recordsIn(holder["content"]);
  const rest = { ...holder, content: block ? blocks.slice(blocks.indexOf(block) + 1) : blocks };
  return bare([rest, ...messages.slice(at + 1)]);
}

/** The messages without their `compaction` blocks; the very same list if there is none. */
function bare(
  messages: readonly JsonRecord[],
  leftOut: (block: JsonRecord) => boolean = () => true,
): readonly JsonRecord[] {
  const list = messages.flatMap((message) => {
    const kept = without(message, leftOut);
    return kept ? [kept] : [];
  });
  const isSame = list.length === messages.length && list.every((one, index) => one === messages[index]);
  return isSame ? messages : list;
}

/** A message without some of its `compaction` blocks; undefined if nothing is left of it. */
function without(message: JsonRecord, leftOut: (block: JsonRecord) => boolean): JsonRecord | undefined {
  const { content } = message;
  if (!Array.isArray(content)) return message;
  const kept = content.filter((block) => !(isRecord(block) && isCompaction(block) && leftOut(block)));
  if (kept.length === 0) return undefined;
  return kept.length === content.length ? message : { ...message, content: kept };
}

/** A client that paused may repeat behind the block what it wants to keep word for word; the window has it too. */
function notRepeated(window: readonly JsonRecord[], after: readonly JsonRecord[]): readonly JsonRecord[] {
  const repeated = new Set(after.flatMap(namesOf));
  return window.filter((message) => !namesOf(message).some((name) => repeated.has(name)));
}

/** What tells a message: the calls in it, or its words. */
function namesOf({ role, content }: JsonRecord): readonly string[] {
  const ids = recordsIn(content).flatMap((block) =>
    block["type"] === "tool_use"
      ? [`use ${stringOf(block["id"])}`]
      : block["type"] === "tool_result"
        ? [`result ${stringOf(block["tool_use_id"])}`]
        : [],
  );
  if (ids.length > 0) return ids;
  const words = Array.isArray(content) ? recordsIn(content).map(wordsOf) : [content];
  return [JSON.stringify([role, words])];
}

function wordsOf(block: JsonRecord): unknown {
  if (block["type"] === "text") return block["text"];
  const { cache_control: _mark, ...rest } = block;
  return rest;
}
