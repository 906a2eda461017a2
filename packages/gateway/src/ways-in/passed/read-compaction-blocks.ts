import { isRecord } from "../../json/is-record.js";
import type { JsonRecord } from "../../json/json-record.js";
import { stringOf } from "../../json/string-of.js";

const OPENING = "Earlier parts of this conversation were compacted. Their summary:";

/**
 * What a model that knows no `compaction` blocks reads: what stands before the newest block is left out, and its summary is the
 * first message. Blocks without content are those of compactions that failed; they stand for nothing.
 */
export function readCompactionBlocks(messages: readonly JsonRecord[]): readonly JsonRecord[] {
  if (!messages.some((message) => blocksOf(message).some(isCompaction))) return messages;
  const at = messages.findLastIndex((message) => blocksOf(message).some(hasSummary));
  const holder = messages[at];
  if (!holder) return messages.flatMap(withoutCompactions);
  const blocks = blocksOf(holder);
  const newest = blocks.findLastIndex(hasSummary);
  const summary = blocks[newest];
  const text = `${OPENING}\n\n${isRecord(summary) ? stringOf(summary["content"]) : ""}`;
  const rest = { ...holder, content: blocks.slice(newest + 1) };
  return [
    { role: "user", content: [{ type: "text", text }] },
    ...[rest, ...messages.slice(at + 1)].flatMap(withoutCompactions),
  ];
}

const blocksOf = ({ content }: JsonRecord): readonly unknown[] => (Array.isArray(content) ? content : []);

const isCompaction = (block: unknown): boolean => isRecord(block) && block["type"] === "compaction";

const hasSummary = (block: unknown): boolean =>
  isCompaction(block) && isRecord(block) && stringOf(block["content"]) !== "";

function withoutCompactions(message: JsonRecord): JsonRecord[] {
  if (!Array.isArray(message["content"])) return [message];
  const content = blocksOf(message).filter((block) => !isCompaction(block));
  return content.length === 0 ? [] : [{ ...message, content }];
}
