import { isRecord } from "../../json/is-record.js";
import type { JsonRecord } from "../../json/json-record.js";

/** Clears the thinking of all turns but the newest that have any. A turn reaches from one request of the user to the next. */
export function clearThinking(
  messages: readonly JsonRecord[],
  keep: number,
): { readonly messages: readonly JsonRecord[]; readonly cleared: number } {
  const turns = turnNumbers(messages);
  const thoughtful = [...new Set(turns.filter((_, index) => hasThinking(messages[index])))];
  const old = new Set(thoughtful.slice(0, Math.max(0, thoughtful.length - keep)));
  const edited = messages.map((message, index) =>
    old.has(turns[index] ?? -1) && hasThinking(message) ? withoutThinking(message) : message,
  );
  return { messages: edited, cleared: old.size };
}

/** The number of the turn that each message belongs to. */
function turnNumbers(messages: readonly JsonRecord[]): number[] {
  let turn = 0;
  return messages.map((message) => (beginsTurn(message) ? ++turn : turn));
}

const beginsTurn = ({ role, content }: JsonRecord): boolean =>
  role === "user" &&
  !(Array.isArray(content) && content.some((block) => isRecord(block) && block["type"] === "tool_result"));

const isThinking = (block: unknown): boolean =>
  isRecord(block) && (block["type"] === "thinking" || block["type"] === "redacted_thinking");

/** True if a message of the model holds thinking and something else; one without content is refused. */
function hasThinking(message: JsonRecord | undefined): boolean {
  const content = message?.["role"] === "assistant" ? message["content"] : undefined;
  return Array.isArray(content) && content.some(isThinking) && !content.every(isThinking);
}

function withoutThinking(message: JsonRecord): JsonRecord {
  const { content } = message;
  return Array.isArray(content)
    ? { ...message, content: content.filter((block) => !isThinking(block)) }
    : message;
}
