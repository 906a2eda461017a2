import { stringOf, type WireRecord } from "../../formats/reading/wire-record.js";
import { entriesOf, fieldsOf } from "./fields-of.js";

/** Consecutive messages of one role: the API combines them into one turn. */
interface Turn {
  readonly role: string;
  readonly blocks: readonly WireRecord[];
}

const MOST_CACHE_MARKS = 4;

/** What the Anthropic Messages API refuses of `messages` (wire-formats 4.3, 6.2, 6.4; Anthropic's API reference). */
export function anthropicRefusals(items: readonly unknown[]): string[] {
  if (items.length === 0) return ["messages: at least one message is required"];
  const messages = items.map(fieldsOf);
  const turns = combine(messages);
  return [
    ...messages.flatMap((message, index) =>
      messageRefusals(message).map((refusal) => `messages.${index}: ${refusal}`),
    ),
    ...(turns[0]?.role === "user" ? [] : ["messages: first message must use the user role"]),
    // Claude 4.6 and later take no prefilled answer.
    ...(turns.at(-1)?.role === "user" ? [] : ["messages: the conversation must end with a user message"]),
    ...turns.flatMap((turn, index) => toolRefusals(turn, turns[index - 1], turns[index + 1])),
    ...turns.flatMap(thinkingRefusals),
    ...openThinkingRefusals(turns),
    ...repeatedIds(turns),
    ...cacheMarkRefusals(messages),
  ];
}

function blocksOf(message: WireRecord): readonly WireRecord[] {
  const { content } = message;
  return typeof content === "string" ? [{ type: "text", text: content }] : entriesOf(content);
}

function combine(messages: readonly WireRecord[]): Turn[] {
  const turns: { role: string; blocks: WireRecord[] }[] = [];
  for (const message of messages) {
    const role = stringOf(message["role"]);
    const last = turns.at(-1);
    if (last?.role === role) last.blocks.push(...blocksOf(message));
    else turns.push({ role, blocks: [...blocksOf(message)] });
  }
  return turns;
}

function messageRefusals(message: WireRecord): string[] {
  const role = stringOf(message["role"]);
  if (role !== "user" && role !== "assistant") return [`unexpected role "${role}"`];
  const blocks = blocksOf(message);
  if (blocks.length === 0) return ["all messages must have non-empty content"];
  return blocks.flatMap((block) =>
    block["type"] === "text" && stringOf(block["text"]).trim() === ""
      ? ["text content blocks must be non-empty"]
      : [],
  );
}

const idsOf = (turn: Turn | undefined, type: string, key: string): string[] =>
  (turn?.blocks ?? []).filter((block) => block["type"] === type).map((block) => stringOf(block[key]));

/**
 * "`tool_use` ids were found without `tool_result` blocks immediately after", "unexpected `tool_use_id` found in
 * `tool_result` blocks", and what a server tool gave stands behind its use, in the same turn.
 */
function toolRefusals(turn: Turn, before: Turn | undefined, after: Turn | undefined): string[] {
  if (turn.role === "user") {
    const asked = new Set(idsOf(before, "tool_use", "id"));
    const results = idsOf(turn, "tool_result", "tool_use_id");
    return [
      ...results.flatMap((id) => (asked.delete(id) ? [] : [`unexpected tool_use_id ${id} in tool_result`])),
      ...(resultsComeFirst(turn) ? [] : ["tool_result blocks must come first in a user message"]),
    ];
  }
  const answered = new Set(idsOf(after, "tool_result", "tool_use_id"));
  const missing = idsOf(turn, "tool_use", "id").filter((id) => !answered.has(id));
  return [
    ...missing.map((id) => `tool_use ${id} without tool_result immediately after`),
    ...serverTools(turn),
  ];
}

function resultsComeFirst({ blocks }: Turn): boolean {
  const other = blocks.findIndex((block) => block["type"] !== "tool_result");
  return other < 0 || blocks.slice(other).every((block) => block["type"] !== "tool_result");
}

function serverTools({ blocks }: Turn): string[] {
  const used = new Set<string>();
  return blocks.flatMap((block) => {
    const type = stringOf(block["type"]);
    if (type === "server_tool_use" || type === "mcp_tool_use") used.add(stringOf(block["id"]));
    const id = stringOf(block["tool_use_id"]);
    return type.endsWith("_tool_result") && !used.has(id) ? [`${type} without its use ${id}`] : [];
  });
}

/** "The final block in an assistant message cannot be `thinking`." */
function thinkingRefusals({ role, blocks }: Turn): string[] {
  return role === "assistant" && isThinking(blocks.at(-1))
    ? ["the final block in an assistant message cannot be thinking"]
    : [];
}

/** "Expected `thinking` or `redacted_thinking`, but found …": of the turn whose tools are being answered. */
function openThinkingRefusals(turns: readonly Turn[]): string[] {
  const [turn, answers] = turns.slice(-2);
  if (!turn || idsOf(answers, "tool_result", "tool_use_id").length === 0) return [];
  return turn.blocks.some(isThinking) && !isThinking(turn.blocks[0])
    ? [`Expected thinking or redacted_thinking, but found ${stringOf(turn.blocks[0]?.["type"])}`]
    : [];
}

const isThinking = (block: WireRecord | undefined): boolean =>
  block?.["type"] === "thinking" || block?.["type"] === "redacted_thinking";

/** "`tool_use` ids must be unique." */
function repeatedIds(turns: readonly Turn[]): string[] {
  const seen = new Set<string>();
  return turns
    .flatMap((turn) => idsOf(turn, "tool_use", "id"))
    .flatMap((id) => {
      const refused = seen.has(id) ? [`tool_use ids must be unique: ${id}`] : [];
      seen.add(id);
      return refused;
    });
}

/** "A maximum of 4 blocks with cache_control may be provided." */
function cacheMarkRefusals(messages: readonly WireRecord[]): string[] {
  const marks = messages.flatMap(blocksOf).filter((block) => block["cache_control"]).length;
  return marks > MOST_CACHE_MARKS
    ? [`A maximum of ${MOST_CACHE_MARKS} blocks with cache_control may be provided`]
    : [];
}
