import type { JsonRecord } from "../../json/json-record.js";
import { isRecord } from "../../json/is-record.js";
import { recordsIn } from "../../json/records-in.js";
import { stringOf } from "../../json/string-of.js";
import type { ClearToolUses } from "./read-context-edits.js";

/** What stands in place of a result that was cleared. */
export const CLEARED_RESULT =
  "[Old tool result cleared to save context. Call the tool again if it is needed.]";

/** The ids of the tool uses of a conversation that have results, oldest first, by name. */
export function answeredToolUses(messages: readonly JsonRecord[]): ReadonlyMap<string, string> {
  const blocks = messages.flatMap(({ content }) => recordsIn(content));
  const answered = new Set(
    blocks.filter(({ type }) => type === "tool_result").map((block) => stringOf(block["tool_use_id"])),
  );
  const uses = blocks.filter(({ type, id }) => type === "tool_use" && answered.has(stringOf(id)));
  return new Map(uses.map(({ id, name }) => [stringOf(id), stringOf(name)]));
}

/** Clears the results of old tool uses, and their arguments where the edit says so. Pairs stay whole. */
export function clearToolUses(
  messages: readonly JsonRecord[],
  { keep, excludeTools, clearInputs }: ClearToolUses,
): { readonly messages: readonly JsonRecord[]; readonly cleared: number } {
  const uses = [...answeredToolUses(messages)];
  const old = uses
    .slice(0, Math.max(0, uses.length - keep))
    .filter(([, name]) => !excludeTools.includes(name));
  const ids = new Set(old.map(([id]) => id));
  const clears = (name: string): boolean => clearInputs === "all" || clearInputs.includes(name);
  const edited = (block: unknown): unknown => {
    if (!isRecord(block)) return block;
    if (block["type"] === "tool_result" && ids.has(stringOf(block["tool_use_id"])))
      return { ...block, content: CLEARED_RESULT };
    const isOldUse = block["type"] === "tool_use" && ids.has(stringOf(block["id"]));
    return isOldUse && clears(stringOf(block["name"])) ? { ...block, input: {} } : block;
  };
  return { messages: messages.map((message) => withBlocks(message, edited)), cleared: ids.size };
}

/** A message with its blocks changed; the very same one if none was. */
function withBlocks(message: JsonRecord, change: (block: unknown) => unknown): JsonRecord {
  const { content } = message;
  if (!Array.isArray(content)) return message;
  const changed = content.map(change);
  return changed.some((block, index) => block !== content[index])
    ? { ...message, content: changed }
    : message;
}
