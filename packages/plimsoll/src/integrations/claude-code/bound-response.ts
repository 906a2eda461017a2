import type { CompactManager } from "../../engine/compact-manager.js";
import type { ClaudeCodeLine } from "../../formats/claude-code/claude-code-line.js";
import { claudeCode } from "../../formats/claude-code/claude-code-line.js";
import { isRecord } from "../../text/is-record.js";
import type { HookInput } from "./hook-input.js";

/** Shorter texts are below every limit that makes sense. */
const SHORTEST = 2_000;
const MAX_DEPTH = 6;
const MAX_TEXTS = 50;
/** The model asked for exactly this text and edits by it. */
const EXACT = new Set(["Read", "Edit", "MultiEdit", "Write", "NotebookEdit"]);

/**
 * The response of a tool with evidence in place of its large texts, in its own shape; undefined if it stays. The raw texts are
 * in the archive.
 */
export async function boundResponse(
  manager: CompactManager<ClaudeCodeLine>,
  input: HookInput,
): Promise<unknown> {
  if (EXACT.has(input.tool_name ?? "")) return undefined;
  const texts: string[] = [];
  collect(input.tool_response, texts, 0);
  const shorter = new Map<string, string>();
  for (const text of new Set(texts)) {
    const bounded = await evidenceOf(text, manager, input);
    if (bounded !== undefined && bounded.length < text.length) shorter.set(text, bounded);
  }
  return shorter.size === 0 ? undefined : replaced(input.tool_response, shorter, 0);
}

/** True if a response may hold a text that is worth reading; cheap, for a hook after every call. */
export function mayNeedBounds(response: unknown): boolean {
  const texts: string[] = [];
  collect(response, texts, 0);
  return texts.length > 0;
}

function collect(value: unknown, texts: string[], depth: number): void {
  if (texts.length >= MAX_TEXTS || depth > MAX_DEPTH) return;
  if (typeof value === "string" && value.length >= SHORTEST) texts.push(value);
  if (Array.isArray(value)) for (const one of value) collect(one, texts, depth + 1);
  else if (isRecord(value) && !isMedia(value))
    for (const one of Object.values(value)) collect(one, texts, depth + 1);
}

const isMedia = (value: Readonly<Record<string, unknown>>): boolean =>
  value["type"] === "image" || value["type"] === "base64" || value["isImage"] === true;

async function evidenceOf(
  text: string,
  manager: CompactManager<ClaudeCodeLine>,
  { session_id, tool_name = "tool", tool_use_id = "call", tool_input }: HookInput,
): Promise<string | undefined> {
  const use = { type: "tool_use", id: tool_use_id, name: tool_name, input: tool_input ?? {} };
  const call = { type: "assistant", message: { role: "assistant", content: [use] } };
  const answered = { type: "tool_result", tool_use_id, content: text };
  const result = { type: "user", message: { role: "user", content: [answered] } };
  const [, bounded] = await manager.bound<ClaudeCodeLine>(session_id, [call, result]);
  return bounded && bounded !== result ? claudeCode.view(bounded).results[0]?.text : undefined;
}

function replaced(value: unknown, shorter: ReadonlyMap<string, string>, depth: number): unknown {
  if (depth > MAX_DEPTH) return value;
  if (typeof value === "string") return shorter.get(value) ?? value;
  if (Array.isArray(value)) return value.map((one) => replaced(one, shorter, depth + 1));
  if (!isRecord(value) || isMedia(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, replaced(one, shorter, depth + 1)]),
  );
}
