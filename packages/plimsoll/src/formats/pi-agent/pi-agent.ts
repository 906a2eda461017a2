import { isRecord } from "../../text/is-record.js";
import { jsonText } from "../../text/json-text.js";
import type { ItemView, Role, ToolCallView } from "../../conversation/item-view.js";
import type { Format, ItemParts } from "../format.js";
import { isMessageContent, safeView, unknownView, ViewBuilder } from "../reading/view-builder.js";
import { metaOf, stringOf, type WireRecord } from "../reading/wire-record.js";

/** A message of pi: of the system, of a user, of an assistant, or the result of one tool call. */
export interface PiMessage {
  readonly role: string;
  readonly content?: unknown;
  readonly timestamp?: number;
}

/** An answer that ended so is not sent again, and its calls were never carried out. */
const BROKEN_OFF: ReadonlySet<unknown> = new Set(["error", "aborted"]);
/** What an assistant message must have besides its content; nobody was asked for ours. */
const UNASKED = {
  api: "",
  provider: "",
  model: "",
  usage: {
    input: 0,
    output: 0,
    cacheRead: 0,
    cacheWrite: 0,
    totalTokens: 0,
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
  },
  stopReason: "stop",
  timestamp: 0,
};

function read(record: WireRecord): ItemView {
  const { role, content } = record;
  const meta = metaOf(record);
  if (role === "toolResult") return readResult(record);
  if (role === "system") return readSystem(record);
  if ((role !== "user" && role !== "assistant") || !isMessageContent(content))
    return unknownView(record, { meta, ...(role === "assistant" ? { role } : {}) });
  const builder = new ViewBuilder();
  readContent(content, builder, BROKEN_OFF.has(record["stopReason"]));
  return builder.view(role, { meta });
}

/** What newer agents have in their list: instructions, and the tools that there are from here on or no longer. */
function readSystem(record: WireRecord): ItemView {
  const builder = new ViewBuilder();
  readContent(record["content"], builder, false);
  const { sections } = record;
  if (isRecord(sections)) for (const section of Object.values(sections)) builder.addText(section);
  for (const key of ["toolsAdded", "toolsRemoved"])
    if (record[key] !== undefined) builder.addOpaque(record[key]);
  return builder.view("system", { meta: metaOf(record) });
}

function readContent(content: unknown, builder: ViewBuilder, mayStayOpen: boolean): void {
  if (!Array.isArray(content)) return builder.addText(content);
  for (const part of content) {
    if (!isRecord(part)) builder.addUnknown(part);
    else if (part["type"] === "toolCall") readCall(part, builder, mayStayOpen);
    else readPart(part, builder);
  }
}

function readPart(part: WireRecord, builder: ViewBuilder): void {
  switch (part["type"]) {
    case "text":
      return builder.addText(part["text"]);
    case "thinking":
      builder.addReasoning(part["thinking"]);
      if (part["thinkingSignature"] !== undefined)
        builder.addAttachment("encrypted", part["thinkingSignature"]);
      return undefined;
    case "image":
      return builder.addAttachment("image", part["data"]);
    default:
      return builder.addUnknown(part);
  }
}

function readCall(part: WireRecord, builder: ViewBuilder, mayStayOpen: boolean): void {
  const callId = stringOf(part["id"]);
  if (callId === "") return builder.addUnknown(part);
  const call = { callId, name: stringOf(part["name"]), arguments: jsonText(part["arguments"] ?? {}) };
  builder.calls.push(mayStayOpen ? { ...call, mayStayOpen } : call);
  return undefined;
}

function readResult(record: WireRecord): ItemView {
  const meta = metaOf(record);
  const callId = stringOf(record["toolCallId"]);
  if (callId === "" || !isMessageContent(record["content"]))
    return unknownView(record, { role: "tool", meta });
  const builder = new ViewBuilder();
  const inner = builder.nested();
  readContent(record["content"], inner, false);
  const name = stringOf(record["toolName"]);
  builder.results.push({ callId, name, text: inner.text, isError: record["isError"] === true });
  return builder.view("tool", { meta });
}

const textPart = (text: string): object => ({ type: "text", text });

/** Messages of pi's agents. */
export const piAgent: Format<PiMessage> = {
  name: "pi-agent",
  opensWithUser: true,

  view(wire: PiMessage): ItemView {
    return safeView(wire, read);
  },

  message(role: Role, text: string): PiMessage {
    const content = [textPart(text)];
    if (role !== "assistant") return { role: "user", content, timestamp: 0 };
    const message = { role, content, ...UNASKED };
    return message;
  },

  withResult(wire: PiMessage, callId: string, text: string): PiMessage {
    if (!isRecord(wire) || wire["toolCallId"] !== callId) return wire;
    return { ...wire, content: [textPart(text)] };
  },

  withoutParts(wire: PiMessage, { calls }: ItemParts): PiMessage {
    if (!isRecord(wire) || !Array.isArray(wire.content)) return wire;
    let call = 0;
    const content = wire.content.filter(
      (part: unknown) =>
        !isRecord(part) || part["type"] !== "toolCall" || stringOf(part["id"]) === "" || !calls.has(call++),
    );
    return { ...wire, content };
  },

  result({ callId, name }: ToolCallView, text: string): PiMessage {
    const result = {
      role: "toolResult",
      toolCallId: callId,
      toolName: name,
      content: [textPart(text)],
      isError: false,
      timestamp: 0,
    };
    return result;
  },

  matches(wire: unknown): boolean {
    if (!isRecord(wire)) return false;
    if (wire["role"] === "toolResult") return typeof wire["toolCallId"] === "string";
    if (wire["role"] === "assistant")
      return typeof wire["stopReason"] === "string" && isRecord(wire["usage"]);
    const isGiven = wire["role"] === "user" || wire["role"] === "system";
    return isGiven && typeof wire["timestamp"] === "number" && isMessageContent(wire["content"]);
  },
};
