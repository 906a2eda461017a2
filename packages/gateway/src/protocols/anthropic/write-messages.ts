import { isRecord } from "../../json/is-record.js";
import type { ReasoningPayload } from "../../translation/reasoning-payload.js";
import type { AssistantTurn, CallResult, Turn } from "../../translation/turn.js";
import { applicationNote } from "../application-note.js";
import { CONVERSATION_EDGES } from "../conversation-edges.js";
import { parseObject } from "../../json/parse-object.js";
import { type AnthropicMessage, type Block, isThinking } from "./anthropic-message.js";
import { contentBlocks, textBlocks } from "./content-blocks.js";
import { toolUseId } from "./tool-use-id.js";

/** A conversation as the API takes it. */
export interface WrittenMessages {
  readonly system: Block[];
  /** Users and assistants by turns; a user begins and ends. */
  readonly messages: AnthropicMessage[];
}

/** Writes turns as messages. `accepts` says whose thinking may be sent back. */
export function writeMessages(
  turns: readonly Turn[],
  accepts: (payload: ReasoningPayload) => boolean,
): WrittenMessages {
  const start = turns.findIndex((turn) => turn.role !== "system");
  const leading = start < 0 ? turns : turns.slice(0, start);
  const messages: AnthropicMessage[] = [];
  for (const turn of turns.slice(leading.length)) {
    const role = turn.role === "assistant" ? "assistant" : "user";
    append(messages, role, turnBlocks(turn, accepts));
  }
  return {
    system: leading.flatMap((turn) => (turn.role === "system" ? textBlocks(turn.text) : [])),
    messages: withEdges(messages.flatMap(withoutOpenThinking)),
  };
}

/** The same without any thinking. */
export function withoutThinkingBlocks({ system, messages }: WrittenMessages): WrittenMessages {
  const merged: AnthropicMessage[] = [];
  for (const { role, content } of messages) {
    append(
      merged,
      role,
      content.filter((block) => !isThinking(block)),
    );
  }
  return { system, messages: withEdges(merged) };
}

/** True if the tools of the last step are being answered, and that step does not begin with the thinking that led to it. */
export function lacksThinking({ messages }: WrittenMessages): boolean {
  const [step, answer] = messages.slice(-2);
  const isAnswered = answer?.content.some((block) => block.type === "tool_result") ?? false;
  return isAnswered && !isThinking(step?.content[0]);
}

function append(
  messages: AnthropicMessage[],
  role: AnthropicMessage["role"],
  blocks: readonly Block[],
): void {
  if (blocks.length === 0) return;
  const last = messages.at(-1);
  if (last?.role === role) for (const block of blocks) last.content.push(block);
  else messages.push({ role, content: [...blocks] });
}

function turnBlocks(turn: Turn, accepts: (payload: ReasoningPayload) => boolean): Block[] {
  switch (turn.role) {
    case "system":
      return turn.text.trim() === "" ? [] : textBlocks(applicationNote(turn.text));
    case "user":
      return contentBlocks(turn.parts);
    case "assistant":
      return [...thinkingBlocks(turn, accepts), ...textBlocks(turn.text), ...turn.calls.map(toolUse)];
    case "results":
      return turn.results.map(toolResult);
  }
}

function toolUse({ id, name, arguments: given }: AssistantTurn["calls"][number]): Block {
  return { type: "tool_use", id: toolUseId(id), name, input: parseObject(given) ?? { _raw: given } };
}

function toolResult({ id, parts }: CallResult): Block {
  const content = contentBlocks(parts);
  return {
    type: "tool_result",
    tool_use_id: toolUseId(id),
    ...(content.length === 0 ? {} : { content }),
  };
}

/** Thinking goes back exactly as it came, so only whole blocks that this gateway got from this model do. */
function thinkingBlocks(turn: AssistantTurn, accepts: (payload: ReasoningPayload) => boolean): Block[] {
  return turn.reasoning.flatMap(({ payload }) =>
    payload && accepts(payload) && isThinkingBlock(payload.data) ? [payload.data] : [],
  );
}

function isThinkingBlock(data: unknown): data is Block {
  if (!isRecord(data)) return false;
  if (data["type"] === "redacted_thinking") return typeof data["data"] === "string";
  return (
    data["type"] === "thinking" &&
    typeof data["thinking"] === "string" &&
    typeof data["signature"] === "string" &&
    data["signature"] !== ""
  );
}

/** A message may not end in thinking. */
function withoutOpenThinking({ role, content }: AnthropicMessage): AnthropicMessage[] {
  const end = content.findLastIndex((block) => !isThinking(block));
  return end < 0 ? [] : [{ role, content: content.slice(0, end + 1) }];
}

function withEdges(messages: readonly AnthropicMessage[]): AnthropicMessage[] {
  const edged: AnthropicMessage[] = [];
  if (messages[0]?.role === "assistant") append(edged, "user", textBlocks(CONVERSATION_EDGES.beginning));
  for (const { role, content } of messages) append(edged, role, content);
  if (edged.at(-1)?.role !== "user") append(edged, "user", textBlocks(CONVERSATION_EDGES.end));
  return edged;
}
