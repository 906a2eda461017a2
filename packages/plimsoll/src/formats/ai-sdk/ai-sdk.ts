import { isRecord } from "../../text/is-record.js";
import type { ItemView, Role, ToolCallView } from "../../conversation/item-view.js";
import { partWithText, providedWithText, readAiSdkContent, readAiSdkResults } from "./read-ai-sdk-content.js";
import type { ItemParts } from "../format.js";
import type { KnownFormat } from "../known-format.js";
import { isMessageContent, safeView, unknownView, ViewBuilder } from "../reading/view-builder.js";
import { stringOf, type WireRecord } from "../reading/wire-record.js";

/** A message of the Vercel AI SDK: a `ModelMessage`, or one of the prompt that a language model is given. */
export interface AiSdkMessage {
  readonly role: string;
  readonly content: unknown;
}

const ROLES: ReadonlySet<unknown> = new Set<Role>(["system", "user", "assistant", "tool"]);
/** Keys of messages in other formats, besides role and content. */
const FOREIGN_KEYS = [
  "type",
  "parts",
  "meta",
  "metadata",
  "tool_calls",
  "tool_call_id",
  "function_call",
  "refusal",
  "reasoning_content",
  "audio",
];
/** Parts that make calls; the others with an id are answers. */
const ASKING: ReadonlySet<unknown> = new Set(["tool-call", "tool-approval-request"]);
const NO_META: WireRecord = Object.freeze({});

/** Metadata is in `providerOptions.plimsoll`, which no provider reads. */
function metaIn(record: WireRecord): WireRecord {
  const options = record["providerOptions"];
  const own = isRecord(options) ? options["plimsoll"] : undefined;
  return isRecord(own) ? own : NO_META;
}

function read(record: WireRecord): ItemView {
  const { role, content } = record;
  const meta = metaIn(record);
  if (!ROLES.has(role) && !isMessageContent(content)) return unknownView(record, { meta });
  const builder = new ViewBuilder();
  if (role === "tool") {
    readAiSdkResults(content, builder);
    return builder.view("tool", { meta });
  }
  readAiSdkContent(content, builder);
  return builder.view(ROLES.has(role) ? (role as Role) : "user", { meta });
}

/** True for a part that only this format has. */
function isOwnPart(part: unknown): boolean {
  if (!isRecord(part)) return false;
  switch (part["type"]) {
    case "tool-call":
    case "tool-result":
      return typeof part["toolCallId"] === "string" && typeof part["toolName"] === "string";
    case "file":
    case "reasoning-file":
      return typeof part["mediaType"] === "string" && part["data"] !== undefined;
    case "image":
      return part["image"] !== undefined;
    case "tool-approval-request":
    case "tool-approval-response":
      return typeof part["approvalId"] === "string";
    case "custom":
      return typeof part["kind"] === "string";
    default:
      return false;
  }
}

function isPart(part: unknown): boolean {
  if (isOwnPart(part)) return true;
  if (!isRecord(part) || (part["type"] !== "text" && part["type"] !== "reasoning")) return false;
  return typeof part["text"] === "string";
}

/** True for a part of a tool message that its view has a result of. */
function isAnswer(part: unknown): boolean {
  if (!isRecord(part)) return false;
  if (part["type"] === "tool-approval-response") return stringOf(part["approvalId"]) !== "";
  return part["type"] === "tool-result" && stringOf(part["toolCallId"]) !== "";
}

/** A result with another text; in a message of the assistant it is the provider's own. */
const withText = (wire: AiSdkMessage, part: WireRecord, text: string): WireRecord =>
  wire.role === "assistant" ? providedWithText(part, text) : partWithText(part, text);

/** True for a message that no other format has. */
function isDistinctAiSdkMessage(wire: unknown): boolean {
  return isRecord(wire) && Array.isArray(wire["content"]) && wire["content"].some(isOwnPart);
}

/** Messages and prompts of the Vercel AI SDK. */
export const aiSdk: KnownFormat<AiSdkMessage> = {
  name: "ai-sdk",
  opensWithUser: true,
  describes: (items) => items.some(isDistinctAiSdkMessage) && items.every((item) => aiSdk.matches(item)),

  view(wire: AiSdkMessage): ItemView {
    return safeView(wire, read);
  },

  /** A shape that is both a `ModelMessage` and a message of a prompt. */
  message(role: Role, text: string): AiSdkMessage {
    if (role === "system" || role === "developer") return { role: "system", content: text };
    return { role: role === "assistant" ? "assistant" : "user", content: [{ type: "text", text }] };
  },

  withResult(wire: AiSdkMessage, callId: string, text: string): AiSdkMessage {
    if (!isRecord(wire) || !Array.isArray(wire.content)) return wire;
    const content = wire.content.map((part: unknown) =>
      isRecord(part) && part["type"] === "tool-result" && part["toolCallId"] === callId
        ? withText(wire, part, text)
        : part,
    );
    return { ...wire, content };
  },

  withResults(wire: AiSdkMessage, texts: ReadonlyMap<number, string>): AiSdkMessage {
    if (!isRecord(wire) || !Array.isArray(wire.content)) return wire;
    const { results } = aiSdk.view(wire);
    let position = 0;
    const content = wire.content.map((part: unknown) => {
      const id = isAnswer(part)
        ? ((part as WireRecord)["approvalId"] ?? (part as WireRecord)["toolCallId"])
        : "";
      const text = id === results[position]?.callId ? texts.get(position++) : undefined;
      if (text === undefined || !isRecord(part) || part["type"] !== "tool-result") return part;
      return withText(wire, part, text);
    });
    return { ...wire, content };
  },

  withoutParts(wire: AiSdkMessage, { calls, results }: ItemParts): AiSdkMessage {
    if (!isRecord(wire) || !Array.isArray(wire.content)) return wire;
    const view = aiSdk.view(wire);
    let [call, result] = [0, 0];
    const provided = new Set(
      view.results.flatMap(({ ownCall }, position) =>
        ownCall !== undefined && results.has(position) ? [ownCall.callId] : [],
      ),
    );
    // Parts stand in the order of the view; one that it has no call or result of stays.
    const content = wire.content.filter((part: unknown) => {
      const id = isRecord(part) ? (part["approvalId"] ?? part["toolCallId"]) : undefined;
      if (!isRecord(part) || id === undefined) return true;
      if (part["type"] === "tool-call" && provided.has(stringOf(id))) return false;
      if (ASKING.has(part["type"])) return id !== view.calls[call]?.callId || !calls.has(call++);
      return id !== view.results[result]?.callId || !results.has(result++);
    });
    return { ...wire, content };
  },

  result({ callId, name }: ToolCallView, text: string): AiSdkMessage {
    const output = { type: "text", value: text };
    return {
      role: "tool",
      content: [{ type: "tool-result", toolCallId: callId, toolName: name, output }],
    };
  },

  matches(wire: unknown): boolean {
    if (!isRecord(wire) || !ROLES.has(wire["role"])) return false;
    if (FOREIGN_KEYS.some((key) => wire[key] !== undefined)) return false;
    const { role, content } = wire;
    if (typeof content === "string") return role !== "tool";
    return Array.isArray(content) && content.length > 0 && content.every(isPart);
  },
};
