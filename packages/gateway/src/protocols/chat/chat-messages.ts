import type { JsonRecord } from "../../json/json-record.js";
import type { AssistantTurn, ResultsTurn, SystemTurn, Turn } from "../../translation/turn.js";
import { applicationNote } from "../application-note.js";
import { CONVERSATION_EDGES } from "../conversation-edges.js";
import { chatContent, type ChatContent, chatResults, userContent } from "./chat-content.js";
import type { ChatQuirks } from "./chat-quirks.js";
import { chatReplay } from "./chat-replay.js";

const ATTACHMENTS = "Attachments of the tool results above:";

/** Writes turns as the messages of a request. */
export function chatMessages(turns: readonly Turn[], quirks: ChatQuirks): JsonRecord[] {
  const firstOther = turns.findIndex(({ role }) => role !== "system");
  const leading = firstOther === -1 ? turns.length : firstOther;
  const messages = [
    ...openingMessages(turns.slice(0, leading).filter(isSystem), quirks),
    ...turns.slice(leading).flatMap((turn) => turnMessages(turn, quirks)),
  ];
  return spokenTo(quirks.alternate ? mergeUsers(messages) : messages);
}

/** Templates of many models refuse a conversation in which no user says anything. */
function spokenTo(messages: readonly JsonRecord[]): JsonRecord[] {
  if (messages.some(({ role }) => role === "user")) return [...messages];
  return [...messages, { role: "user", content: CONVERSATION_EDGES.end }];
}

const isSystem = (turn: Turn): turn is SystemTurn => turn.role === "system";

function openingMessages(systems: readonly SystemTurn[], quirks: ChatQuirks): JsonRecord[] {
  if (systems.length === 0) return [];
  if (quirks.systemPlace === "anywhere" && quirks.systemRole !== "user")
    return systems.map((turn) => systemMessage(turn, quirks));
  const text = systems.map((turn) => turn.text).join("\n\n");
  return [systemMessage({ role: "system", text }, quirks)];
}

function systemMessage({ text }: SystemTurn, quirks: ChatQuirks): JsonRecord {
  if (quirks.systemRole === "user") return { role: "user", content: applicationNote(text) };
  return { role: quirks.systemRole, content: text };
}

function turnMessages(turn: Turn, quirks: ChatQuirks): JsonRecord[] {
  switch (turn.role) {
    case "system": {
      const demoted = quirks.systemPlace === "first" ? { ...quirks, systemRole: "user" as const } : quirks;
      return [systemMessage(turn, demoted)];
    }
    case "user":
      return [{ role: "user", content: userContent(turn.parts, quirks) }];
    case "assistant":
      return assistantMessages(turn, quirks);
    case "results":
      return resultMessages(turn, quirks);
  }
}

/** A step that neither says nor calls anything is no message: its content would be empty, which is refused. */
function assistantMessages(turn: AssistantTurn, quirks: ChatQuirks): JsonRecord[] {
  const { fields, prefix } = chatReplay(turn, quirks);
  const content = `${prefix}${turn.text}`;
  if (content === "" && turn.calls.length === 0) return [];
  const calls = turn.calls.map(({ id, name, arguments: text }) => ({
    id,
    type: "function",
    function: { name, arguments: text },
  }));
  return [
    {
      role: "assistant",
      // An empty text beside calls is refused ("text content is empty"); none at all is taken everywhere.
      content: content === "" ? null : content,
      ...fields,
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
    },
  ];
}

function resultMessages({ results }: ResultsTurn, quirks: ChatQuirks): JsonRecord[] {
  const { texts, lifted } = chatResults(results, quirks);
  const messages: JsonRecord[] = results.map(({ id }, index) => ({
    role: "tool",
    tool_call_id: id,
    content: texts[index] ?? "",
  }));
  if (lifted.length === 0) return messages;
  const content = chatContent([{ type: "text", text: ATTACHMENTS }, ...lifted], quirks);
  return [...messages, { role: "user", content }];
}

function mergeUsers(messages: readonly JsonRecord[]): JsonRecord[] {
  const merged: JsonRecord[] = [];
  for (const message of messages) {
    const last = merged.at(-1);
    if (last?.["role"] === "user" && message["role"] === "user") {
      const content = joinContent(last["content"] as ChatContent, message["content"] as ChatContent);
      merged[merged.length - 1] = { role: "user", content };
    } else merged.push(message);
  }
  return merged;
}

const partsOf = (content: ChatContent): readonly JsonRecord[] =>
  typeof content === "string" ? [{ type: "text", text: content }] : content;

function joinContent(first: ChatContent, second: ChatContent): ChatContent {
  if (typeof first === "string" && typeof second === "string") return `${first}\n\n${second}`;
  return [...partsOf(first), ...partsOf(second)];
}
