import { speaksAsUser } from "../../conversation/speaks-as-user.js";
import { outsidePair } from "../../text/outside-pair.js";
import type { RemainderItem } from "../summarizer.js";
import type { WholeBlock } from "./whole-blocks.js";

export interface NoticeLimits {
  /** Tokens of the notice. The line with the counts is there even if it alone has more. */
  readonly tokens: number;
  count(text: string): number;
}

/** Characters that an excerpt of a user message may have, from generous to bare. */
const EXCERPT_LENGTHS = [600, 200, 80] as const;
const BARE_LENGTH = 80;
const RETRY_SHARE = 0.8;

const KIND_OF_ROLE = {
  user: "user",
  assistant: "assistant",
  tool: "tool",
  system: "system",
  developer: "system",
} as const;

function countsLine(blocks: readonly WholeBlock[], items: readonly RemainderItem[]): string {
  const kinds = { user: 0, assistant: 0, tool: 0, system: 0 };
  for (const { view } of items) kinds[KIND_OF_ROLE[view.role]]++;
  const { system, ...usual } = kinds;
  const shown = Object.entries(system > 0 ? kinds : usual).map(([kind, amount]) => `${amount} ${kind}`);
  const characters = blocks.reduce((sum, { text }) => sum + text.length, 0);
  const tokens = blocks.reduce((sum, block) => sum + block.tokens, 0);
  return `Left out: ${items.length} items (${shown.join(", ")}), ${characters} characters, ${tokens} tokens.`;
}

function excerptLine(text: string, length: number): string {
  if (text.length <= length) return `- user: ${text}`;
  const end = outsidePair(text, length);
  return `- user: ${text.slice(0, end)} [${text.length - end} characters left out]`;
}

/** Positions in the order of their worth: the message that opened the work, then from the newest back. */
function* byWorth(length: number): Generator<number> {
  if (length > 0) yield 0;
  for (let index = length - 1; index > 0; index--) yield index;
}

/** The excerpts that fit `tokens`: all of them as long as possible, else the most valuable ones. */
function excerptLines(messages: readonly string[], limits: NoticeLimits): ReadonlyMap<number, string> {
  for (const length of EXCERPT_LENGTHS) {
    const lines = new Map<number, string>();
    let used = 0;
    for (const index of byWorth(messages.length)) {
      const line = excerptLine(messages[index] ?? "", length);
      used += limits.count(line) + 1;
      if (used > limits.tokens) break;
      lines.set(index, line);
    }
    if (lines.size === messages.length || length === BARE_LENGTH) return lines;
  }
  return new Map();
}

function noticeText(head: string, messages: readonly string[], lines: ReadonlyMap<number, string>): string {
  if (lines.size === 0) return head;
  const shown = [...lines].sort(([a], [b]) => a - b).map(([, line]) => line);
  const missing = messages.length - lines.size;
  const rest = missing === 0 ? "" : ` (${missing} more have no excerpt)`;
  return [head, `Beginnings of the user messages among them${rest}:`, ...shown].join("\n");
}

/** What stands for blocks that were left out: how many items of which kinds, their size, and what the user said. */
export function leftOutNotice(blocks: readonly WholeBlock[], limits: NoticeLimits): string {
  const items = blocks.flatMap((block) => block.items);
  const messages = items.flatMap(({ view }) => (speaksAsUser(view) && view.text !== "" ? [view.text] : []));
  const head = countsLine(blocks, items);
  const count = (text: string): number => limits.count(text);
  for (let room = limits.tokens - count(head); room > 0; room = Math.floor(room * RETRY_SHARE)) {
    const text = noticeText(head, messages, excerptLines(messages, { tokens: room, count }));
    if (text === head || count(text) <= limits.tokens) return text;
  }
  return head;
}
