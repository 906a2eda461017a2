import { isRecord, stringOf, type WireRecord } from "../../wire-record.js";
import type { ChatProfile } from "./chat-profile.js";
import { refuseChat } from "./refuse-chat.js";

const SPEAKERS: ReadonlySet<string> = new Set(["user", "assistant", "tool"]);

const recordsIn = (value: unknown): WireRecord[] => (Array.isArray(value) ? value.filter(isRecord) : []);
const callsIn = (message: WireRecord): WireRecord[] => recordsIn(message["tool_calls"]);

/** Refuses what the vendor refuses of a list of messages. */
export function checkChatMessages(
  messages: readonly WireRecord[],
  profile: ChatProfile,
  thinks: boolean,
): void {
  messages.forEach((message, index) => {
    checkRole(message, profile);
    checkContent(message, index, profile);
    checkCalls(message, profile);
    if (thinks) checkReasoning(message, index, profile);
  });
  checkPairs(messages);
  if (profile.searchTool === "builtin_function") checkSearches(messages);
  if (profile.strictTemplate) checkTemplate(messages);
}

function checkRole(message: WireRecord, profile: ChatProfile): void {
  const role = stringOf(message["role"]);
  if (SPEAKERS.has(role) || profile.instructions.some((known) => known === role)) return;
  const known = [...profile.instructions, ...SPEAKERS].map((name) => `'${name}'`).join(", ");
  refuseChat(profile.refusedRole ?? `Invalid value: '${role}'. Supported values are: ${known}.`, role);
}

function checkContent(message: WireRecord, index: number, profile: ChatProfile): void {
  const { content } = message;
  const hasCalls = callsIn(message).length > 0;
  if (content === null || content === undefined) {
    if (!hasCalls)
      refuseChat("Invalid value for 'content': expected a string, got null.", "", {
        param: `messages.[${index}].content`,
      });
    return;
  }
  if (Array.isArray(content) && content.length === 0) refuseChat("[] is too short - 'content'");
  const texts = Array.isArray(content)
    ? recordsIn(content).flatMap((part) => (part["type"] === "text" ? [part["text"]] : []))
    : [content];
  if (profile.emptyText && texts.includes("")) refuseChat(profile.emptyText);
  if (message["role"] === "tool" && !isToolContent(content, profile))
    refuseChat("Invalid value for 'content': expected a string.");
  for (const part of recordsIn(content)) if (part["type"] === "image_url") checkImage(part, index, profile);
}

function isToolContent(content: unknown, { toolParts }: ChatProfile): boolean {
  if (typeof content === "string") return true;
  return toolParts === true && recordsIn(content).every(({ type }) => type === "text");
}

function checkImage(part: WireRecord, index: number, profile: ChatProfile): void {
  if (profile.refusedImage) refuseChat(profile.refusedImage, index);
  const url = isRecord(part["image_url"]) ? stringOf(part["image_url"]["url"]) : "";
  if (profile.refusedImageAddress && !url.startsWith("data:")) refuseChat(profile.refusedImageAddress);
}

function checkCalls(message: WireRecord, profile: ChatProfile): void {
  if (Array.isArray(message["tool_calls"]) && message["tool_calls"].length === 0)
    refuseChat("[] is too short - 'tool_calls'");
  for (const call of callsIn(message)) {
    const called = isRecord(call["function"]) ? call["function"] : {};
    if (stringOf(called["name"]) === "") refuseChat("Invalid 'tool_calls.function.name': empty string.");
    if (typeof called["arguments"] !== "string")
      refuseChat("Invalid type for 'tool_calls.function.arguments': expected a string.");
    if (profile.refusedArguments && !isJsonObject(called["arguments"]))
      refuseChat(profile.refusedArguments, call["id"]);
  }
}

function isJsonObject(text: unknown): boolean {
  try {
    return isRecord(JSON.parse(stringOf(text)));
  } catch {
    return false;
  }
}

/** An empty text is the same as none to the strictest of them. */
function checkReasoning(message: WireRecord, index: number, profile: ChatProfile): void {
  if (!profile.missingReasoning || callsIn(message).length === 0) return;
  const fields = profile.reasoningInput ?? [];
  if (!fields.some((field) => message[field] !== undefined && message[field] !== ""))
    refuseChat(profile.missingReasoning, index);
}

/** Every call is answered directly behind its message, and nothing else is. */
function checkPairs(messages: readonly WireRecord[]): void {
  let open = new Set<string>();
  for (const message of messages) {
    if (message["role"] === "tool") {
      if (!open.delete(stringOf(message["tool_call_id"])))
        refuseChat(
          "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
        );
      continue;
    }
    refuseOpen(open);
    const ids = callsIn(message).map((call) => stringOf(call["id"]));
    open = new Set(ids);
    if (open.size < ids.length) refuseChat("Invalid parameter: two calls of one message share an id.");
  }
  refuseOpen(open);
}

/** The vendor's own search is answered with its own arguments, and with nothing else. */
function checkSearches(messages: readonly WireRecord[]): void {
  const given = new Map<unknown, unknown>();
  for (const message of messages) {
    for (const { id, function: called } of callsIn(message))
      if (isRecord(called) && called["name"] === "$web_search") given.set(id, called["arguments"]);
    const expected = given.get(message["tool_call_id"]);
    if (expected !== undefined && message["content"] !== expected)
      refuseChat("tool message of $web_search must hold the arguments of its call");
  }
}

function refuseOpen(open: ReadonlySet<string>): void {
  if (open.size === 0) return;
  refuseChat(
    `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${[...open].join(", ")}`,
  );
}

function checkTemplate(messages: readonly WireRecord[]): void {
  if (messages.slice(1).some(({ role }) => role === "system"))
    refuseChat("System message must be at the beginning.");
  const speakers = messages.filter(({ role }) => role !== "system");
  const repeated = speakers.some(
    ({ role }, index) => role === "user" && speakers[index - 1]?.["role"] === "user",
  );
  if (repeated || speakers[0]?.["role"] !== "user")
    refuseChat(
      "After the optional system message, conversation roles must alternate user/assistant/user/assistant/...",
    );
}
