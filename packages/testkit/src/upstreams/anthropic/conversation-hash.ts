import { createHash } from "node:crypto";
import { isRecord, type WireRecord } from "../../wire-record.js";
import type { MessageTurn } from "./messages-context.js";

/** What a signature covers: the thinking, and the conversation that it was made for. */
export function signedContent(text: string, hash: string): string {
  return `${hash}\n${text}`;
}

/** Identifies a conversation up to a turn: system prompt, tools, messages. Marks for the cache are no part of it. */
export function conversationHash({ system, tools }: WireRecord, turns: readonly MessageTurn[]): string {
  const parts = [system ?? null, tools ?? null, turns.map(({ role, blocks }) => [role, blocks])];
  return createHash("sha256").update(JSON.stringify(parts, withoutMarks)).digest("hex").slice(0, 32);
}

function withoutMarks(key: string, value: unknown): unknown {
  if (key === "cache_control") return undefined;
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
