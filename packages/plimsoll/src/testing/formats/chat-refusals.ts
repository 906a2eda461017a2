import { stringOf, type WireRecord } from "../../formats/reading/wire-record.js";
import { adjacentPairRefusals } from "./adjacent-pair-refusals.js";
import { entriesOf, fieldsOf } from "./fields-of.js";

const ROLES: ReadonlySet<string> = new Set(["system", "developer", "user", "assistant", "tool", "function"]);

/** What Chat Completions refuses of `messages` (wire-formats 4.1, 6.2; OpenAI's API reference). */
export function chatRefusals(items: readonly unknown[]): string[] {
  if (items.length === 0) return ["[] is too short - 'messages'"];
  const messages = items.map(fieldsOf);
  const paired = messages.map((message) => ({
    calls: callIds(message),
    results:
      message["role"] === "tool"
        ? [stringOf(message["tool_call_id"])]
        : message["role"] === "function"
          ? [`function ${stringOf(message["name"])}`]
          : [],
    answers: message["role"] === "tool" || message["role"] === "function",
  }));
  return [
    ...messages.flatMap((message, index) =>
      messageRefusals(message).map((refusal) => `messages[${index}]: ${refusal}`),
    ),
    ...adjacentPairRefusals(paired),
  ];
}

function callIds(message: WireRecord): string[] {
  const legacy = fieldsOf(message["function_call"])["name"];
  return [
    ...entriesOf(message["tool_calls"]).map((call) => stringOf(call["id"])),
    ...(typeof legacy === "string" ? [`function ${legacy}`] : []),
  ];
}

function messageRefusals(message: WireRecord): string[] {
  const { role, content } = message;
  if (!ROLES.has(stringOf(role))) return [`invalid role ${String(role)}`];
  if (Array.isArray(message["tool_calls"]) && message["tool_calls"].length === 0)
    return ["[] is too short - 'tool_calls'"];
  const callsSomething = callIds(message).length > 0 || typeof message["refusal"] === "string";
  // "Invalid value for 'content': expected a string, got null": only a message that calls may say nothing.
  if (content === null || content === undefined)
    return role === "assistant" && (callsSomething || message["audio"]) ? [] : ["content is null"];
  if (Array.isArray(content) && content.length === 0) return ["[] is too short - 'content'"];
  return [];
}
