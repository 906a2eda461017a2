import { isRecord } from "../../text/is-record.js";
import type { ItemView, Role, ToolCallView } from "../../conversation/item-view.js";
import { jsonText } from "../../text/json-text.js";
import type { ItemParts } from "../format.js";
import type { KnownFormat } from "../known-format.js";
import { plain } from "../plain/plain.js";
import { isMessageContent, safeView, unknownView, ViewBuilder } from "../reading/view-builder.js";
import { metaOf, stringOf, type WireRecord } from "../reading/wire-record.js";

/** A message of the Chat Completions API. */
export interface ChatMessage {
  readonly role: string;
  readonly content?: unknown;
}

const ROLES: ReadonlySet<unknown> = new Set(["system", "developer", "user", "assistant", "tool", "function"]);
const PART_TYPES: ReadonlySet<unknown> = new Set([
  "text",
  "refusal",
  "image_url",
  "input_audio",
  "file",
  "video_url",
]);

function read(record: WireRecord): ItemView {
  const builder = new ViewBuilder();
  const role = record["role"];
  const meta = metaOf(record);
  if (!ROLES.has(role) && !isMessageContent(record["content"])) return unknownView(record, { meta });
  if (role === "tool" || role === "function") {
    const inner = builder.nested();
    readContent(record["content"], inner);
    builder.results.push({
      callId: role === "tool" ? stringOf(record["tool_call_id"]) : "",
      name: stringOf(record["name"]),
      text: inner.text,
      isError: false,
    });
    return builder.view("tool", { meta });
  }
  builder.addReasoning(record["reasoning_content"] ?? record["reasoning"]);
  if (record["reasoning_details"] !== undefined) builder.addOpaque(record["reasoning_details"]);
  readContent(record["content"], builder);
  builder.addText(record["refusal"]);
  if (record["audio"] !== undefined && record["audio"] !== null) {
    builder.addAttachment("audio", record["audio"]);
  }
  readCalls(record, builder);
  return builder.view(ROLES.has(role) ? (role as Role) : "user", { meta });
}

function readContent(content: unknown, builder: ViewBuilder): void {
  if (!Array.isArray(content)) {
    builder.addText(content);
    return;
  }
  for (const part of content) {
    if (isRecord(part)) readPart(part, builder);
    else builder.addText(part);
  }
}

function readPart(part: WireRecord, builder: ViewBuilder): void {
  const { type } = part;
  if (type === "text" && typeof part["text"] === "string") return builder.addText(part["text"]);
  if (type === "refusal" && typeof part["refusal"] === "string") return builder.addText(part["refusal"]);
  if (type === "image_url") {
    const image = part["image_url"];
    return isRecord(image)
      ? builder.addAttachment("image", image["url"], image["detail"])
      : builder.addAttachment("image", image);
  }
  if (type === "input_audio" && isRecord(part["input_audio"])) {
    return builder.addAttachment("audio", part["input_audio"]["data"]);
  }
  if (type === "file" && isRecord(part["file"])) {
    return builder.addAttachment("file", part["file"]["file_data"] ?? part["file"]["file_id"]);
  }
  return builder.addUnknown(part);
}

function readCalls(record: WireRecord, builder: ViewBuilder): void {
  const calls = record["tool_calls"];
  if (!Array.isArray(calls)) builder.addUnknown(calls);
  else for (const call of calls) readCall(call, builder);
  const legacy = record["function_call"];
  if (isRecord(legacy)) builder.calls.push(callOf("", legacy, "arguments"));
  else builder.addUnknown(legacy);
}

function readCall(call: unknown, builder: ViewBuilder): void {
  const id = isRecord(call) ? stringOf(call["id"]) : "";
  if (!isRecord(call) || id === "") builder.addUnknown(call);
  else if (isRecord(call["function"])) builder.calls.push(callOf(id, call["function"], "arguments"));
  else if (isRecord(call["custom"])) builder.calls.push(callOf(id, call["custom"], "input"));
  else builder.addUnknown(call);
}

/** True for a call that the view has. */
const isViewed = (call: unknown): boolean =>
  isRecord(call) && stringOf(call["id"]) !== "" && (isRecord(call["function"]) || isRecord(call["custom"]));

function callOf(callId: string, body: WireRecord, argumentsKey: string): ToolCallView {
  return { callId, name: stringOf(body["name"]), arguments: jsonText(body[argumentsKey] ?? "") };
}

function hasChatContent(content: unknown): boolean {
  if (content === undefined || content === null || typeof content === "string") return true;
  return Array.isArray(content) && content.every((part) => isRecord(part) && PART_TYPES.has(part["type"]));
}

const CHAT_KEYS = ["tool_calls", "tool_call_id", "function_call", "refusal", "reasoning_content", "audio"];

/** Chat Completions messages. */
export const chat: KnownFormat<ChatMessage> = {
  name: "chat",
  opensWithUser: false,
  // A plain message among its own is one of them with metadata.
  admits: (item) => plain.matches(item),

  view(wire: ChatMessage): ItemView {
    return safeView(wire, read);
  },

  message(role: Role, text: string): ChatMessage {
    return { role: role === "tool" ? "user" : role, content: text };
  },

  withResult(wire: ChatMessage, callId: string, text: string): ChatMessage {
    const own = isRecord(wire) && wire.role === "tool" ? stringOf(wire["tool_call_id"]) : "";
    if (own !== callId) return wire;
    return { ...wire, content: Array.isArray(wire.content) ? [{ type: "text", text }] : text };
  },

  withoutParts(wire: ChatMessage, { calls }: ItemParts): ChatMessage {
    if (!isRecord(wire)) return wire;
    const { tool_calls: made, function_call: legacy, ...rest } = wire as WireRecord & ChatMessage;
    let position = 0;
    const stays = (call: unknown): boolean => !isViewed(call) || !calls.has(position++);
    const left = Array.isArray(made) ? made.filter(stays) : made;
    const isGone = isRecord(legacy) && calls.has(position);
    return {
      ...rest,
      ...(made === undefined || (Array.isArray(left) && left.length === 0) ? {} : { tool_calls: left }),
      ...(legacy === undefined || isGone ? {} : { function_call: legacy }),
    };
  },

  result(call: ToolCallView, text: string): ChatMessage {
    if (call.callId === "") {
      const legacy = { role: "function", name: call.name, content: text };
      return legacy;
    }
    const answer = { role: "tool", tool_call_id: call.callId, content: text };
    return answer;
  },

  matches(wire: unknown): boolean {
    if (!isRecord(wire) || !ROLES.has(wire["role"]) || wire["type"] !== undefined) return false;
    if (wire["parts"] !== undefined || !hasChatContent(wire["content"])) return false;
    if (CHAT_KEYS.some((key) => wire[key] !== undefined)) return true;
    if (typeof wire["content"] === "string") return !isRecord(wire["meta"]);
    return wire["content"] === null || Array.isArray(wire["content"]);
  },
};
