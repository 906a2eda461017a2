import { isRecord } from "../conversation/is-record.js";
import type { ItemView, Role, ToolCallView } from "../conversation/item-view.js";
import { readAnthropicContent } from "./anthropic-content.js";
import type { Format } from "./format.js";
import { isMessageContent, safeView, unknownView, ViewBuilder } from "./view-builder.js";
import { metaOf, stringOf, type WireRecord } from "./wire-record.js";

/** A message of the Anthropic Messages API. */
export interface AnthropicMessage {
  readonly role: string;
  readonly content: string | readonly object[];
}

const ROLES: ReadonlySet<unknown> = new Set<Role>(["user", "assistant", "system"]);
const BLOCK_TYPES: ReadonlySet<string> = new Set([
  "text",
  "image",
  "document",
  "search_result",
  "thinking",
  "redacted_thinking",
  "tool_use",
  "tool_result",
  "compaction",
  "container_upload",
  "server_tool_use",
  "mcp_tool_use",
]);

function read(record: WireRecord): ItemView {
  const meta = metaOf(record);
  if (!ROLES.has(record["role"]) && !isMessageContent(record["content"]))
    return unknownView(record, { meta });
  const builder = new ViewBuilder();
  const { speaks, providerState } = readAnthropicContent(record["content"], builder);
  const onlyResults = builder.results.length > 0 && !speaks && builder.calls.length === 0;
  return builder.view(roleOf(record["role"], onlyResults), { providerState, meta });
}

function roleOf(role: unknown, onlyResults: boolean): Role {
  if (role === "assistant" || role === "system") return role;
  return onlyResults ? "tool" : "user";
}

function isBlock(block: unknown): boolean {
  if (!isRecord(block)) return false;
  const type = stringOf(block["type"]);
  return BLOCK_TYPES.has(type) || type.endsWith("_tool_result");
}

function withBlockText(block: object, callId: string, text: string): object {
  if (!isRecord(block) || block["type"] !== "tool_result" || block["tool_use_id"] !== callId) return block;
  return { ...block, content: Array.isArray(block["content"]) ? [{ type: "text", text }] : text };
}

/** Anthropic Messages. */
export const anthropic: Format<AnthropicMessage> = {
  name: "anthropic",
  opensWithUser: true,

  view(wire: AnthropicMessage): ItemView {
    return safeView(wire, read);
  },

  /** The list has no system role: instructions are a field of the request, so they become user messages. */
  message(role: Role, text: string): AnthropicMessage {
    return { role: role === "assistant" ? "assistant" : "user", content: text };
  },

  withResult(wire: AnthropicMessage, callId: string, text: string): AnthropicMessage {
    if (!isRecord(wire) || !Array.isArray(wire.content)) return wire;
    return { ...wire, content: wire.content.map((block: object) => withBlockText(block, callId, text)) };
  },

  result(call: ToolCallView, text: string): AnthropicMessage {
    return { role: "user", content: [{ type: "tool_result", tool_use_id: call.callId, content: text }] };
  },

  matches(wire: unknown): boolean {
    if (!isRecord(wire) || (wire["type"] !== undefined && wire["type"] !== "message")) return false;
    if (!ROLES.has(wire["role"])) return false;
    if (wire["tool_calls"] !== undefined || wire["tool_call_id"] !== undefined) return false;
    const content = wire["content"];
    if (typeof content === "string") return wire["type"] === undefined && !isRecord(wire["meta"]);
    return Array.isArray(content) && content.every(isBlock);
  },
};
