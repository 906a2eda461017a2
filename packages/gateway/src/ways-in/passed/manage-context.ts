import type { JsonRecord } from "../../json/json-record.js";
import { clearThinking } from "./clear-thinking.js";
import { answeredToolUses, clearToolUses } from "./clear-tool-uses.js";
import {
  CLEAR_THINKING,
  type ClearThinking,
  type ClearToolUses,
  COMPACT,
  type Compact,
  type ContextEdit,
} from "./read-context-edits.js";

/** A conversation after the edits that its client asked for. */
export interface ManagedContext {
  readonly messages: readonly JsonRecord[];
  /** As the answer reports them. */
  readonly applied: readonly JsonRecord[];
  /** How its client wants it to be compacted; absent if it is too short for that. */
  readonly compact?: Compact;
}

export interface ContextLimits {
  count(messages: readonly JsonRecord[]): number;
  /** Above so many tokens the conversation is compacted anyway. */
  readonly compactsAbove: number;
  /** Tokens that the prompt may have at most. */
  readonly room: number;
}

/**
 * Does what `context_management` says, for an upstream that does not. Where clearing is not enough, the conversation is compacted as it
 * came: what is cleared changes with every request, and each change would make the compaction before it worthless.
 */
export function manageContext(
  whole: readonly JsonRecord[],
  edits: readonly ContextEdit[],
  { count, compactsAbove, room }: ContextLimits,
): ManagedContext {
  let messages = whole;
  const applied: JsonRecord[] = [];
  let compact: Compact | undefined;
  for (const edit of edits) {
    const before = count(messages);
    if (edit.type === COMPACT) {
      // A trigger beyond the window would never be reached.
      if (before > Math.min(edit.trigger, compactsAbove, room)) compact = edit;
      continue;
    }
    const edited = isTriggered(edit, messages, before) ? apply(edit, messages) : undefined;
    if (!edited || edited.cleared === 0) continue;
    const tokens = Math.max(0, before - count(edited.messages));
    if ("clearAtLeast" in edit && tokens < edit.clearAtLeast) continue;
    const name = edit.type === CLEAR_THINKING ? "cleared_thinking_turns" : "cleared_tool_uses";
    applied.push({ type: edit.type, [name]: edited.cleared, cleared_input_tokens: tokens });
    ({ messages } = edited);
  }
  const isCompacted = compact !== undefined || (applied.length > 0 && count(messages) > compactsAbove);
  if (isCompacted) return { messages: whole, applied: [], ...(compact ? { compact } : {}) };
  return { messages, applied };
}

type Clearing = ClearToolUses | ClearThinking;

function isTriggered(edit: Clearing, messages: readonly JsonRecord[], tokens: number): boolean {
  if (edit.type === CLEAR_THINKING) return true;
  const { type, value } = edit.trigger;
  return (type === "tool_uses" ? answeredToolUses(messages).size : tokens) > value;
}

const apply = (edit: Clearing, messages: readonly JsonRecord[]) =>
  edit.type === CLEAR_THINKING ? clearThinking(messages, edit.keep) : clearToolUses(messages, edit);
