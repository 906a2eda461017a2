import { isRecord } from "../../text/is-record.js";
import type { ItemView, Role, ToolCallView } from "../../conversation/item-view.js";
import { providedResults, readAnthropicContent, SERVER_USES } from "./read-anthropic-content.js";
import type { ItemParts } from "../format.js";
import type { KnownFormat } from "../known-format.js";
import { plain } from "../plain/plain.js";
import { dataOutput } from "../reading/data-output.js";
import { withProvidedText } from "../reading/provided-text.js";
import { isMessageContent, safeView, unknownView, ViewBuilder } from "../reading/view-builder.js";
import { metaOf, stringOf, type WireRecord } from "../reading/wire-record.js";

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
  if (isResult(block)) return block["tool_use_id"] === callId ? withContent(block, text) : block;
  return providedFor(block) === callId ? withProvided(block, text) : block;
}

/** The result of one of the provider's own tools with another text, in the shape that the provider checks. */
const withProvided = (block: object, text: string): object => ({
  ...block,
  content: withProvidedText((block as WireRecord)["content"], text),
});

const withContent = (block: WireRecord, text: string): object => ({
  ...block,
  content:
    Array.isArray(block["content"]) && dataOutput(block["content"]) === undefined
      ? [{ type: "text", text }]
      : text,
});

const isResult = (block: unknown): block is WireRecord =>
  isRecord(block) && block["type"] === "tool_result" && stringOf(block["tool_use_id"]) !== "";

const isCall = (block: unknown): block is WireRecord =>
  isRecord(block) && block["type"] === "tool_use" && stringOf(block["id"]) !== "";

/** The position of the first block of this kind in a view: the provider's own tools come before them. */
const firstPosition = (
  viewed: readonly unknown[],
  content: readonly unknown[],
  isOne: typeof isCall,
): number => viewed.length - content.filter(isOne).length;

/** The call that the result of one of the provider's own tools answers. */
const providedFor = (block: object): string =>
  isRecord(block) && stringOf(block["type"]).endsWith("_tool_result") ? stringOf(block["tool_use_id"]) : "";

/** The id of a use of one of the provider's own tools, which goes with its result. */
const ownUse = (block: object): string =>
  isRecord(block) && SERVER_USES.has(stringOf(block["type"])) ? stringOf(block["id"]) : "";

/** Anthropic Messages. */
export const anthropic: KnownFormat<AnthropicMessage> = {
  name: "anthropic",
  opensWithUser: true,
  // A plain message among its own is one of them with metadata.
  admits: (item) => plain.matches(item),
  request: { matches: ({ system }) => system !== undefined },

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

  withResults(wire: AnthropicMessage, texts: ReadonlyMap<number, string>): AnthropicMessage {
    if (!isRecord(wire) || !Array.isArray(wire.content)) return wire;
    const blocks: readonly object[] = wire.content;
    const provided = providedResults(blocks).map(({ block }) => block);
    let position = provided.length;
    const content = blocks.map((block) => {
      const ofProvided = texts.get(provided.indexOf(block as WireRecord));
      if (ofProvided !== undefined) return withProvided(block, ofProvided);
      const text = isResult(block) ? texts.get(position++) : undefined;
      return text === undefined ? block : withContent(block as WireRecord, text);
    });
    return { ...wire, content };
  },

  withoutParts(wire: AnthropicMessage, parts: ItemParts): AnthropicMessage {
    if (!isRecord(wire) || !Array.isArray(wire.content)) return wire;
    const blocks: readonly object[] = wire.content;
    const { calls, results } = anthropic.view(wire);
    let call = firstPosition(calls, blocks, isCall);
    let result = firstPosition(results, blocks, isResult);
    const provided = new Set(
      results
        .slice(0, result)
        .flatMap(({ callId }, position) => (parts.results.has(position) ? [callId] : [])),
    );
    const content = blocks.filter((block) => {
      if (isCall(block)) return !parts.calls.has(call++);
      if (isResult(block)) return !parts.results.has(result++);
      return !provided.has(providedFor(block)) && !provided.has(ownUse(block));
    });
    return { ...wire, content };
  },

  result(call: ToolCallView, text: string): AnthropicMessage {
    return { role: "user", content: [{ type: "tool_result", tool_use_id: call.callId, content: text }] };
  },

  withAnswer(wire: AnthropicMessage, call: ToolCallView, text: string): AnthropicMessage | undefined {
    const { content } = wire;
    if (wire.role !== "user" || !Array.isArray(content)) return undefined;
    const blocks = content as readonly object[];
    const at = blocks.findLastIndex((block) => isRecord(block) && block["type"] === "tool_result") + 1;
    if (at === 0) return undefined;
    const answer = anthropic.result(call, text).content as readonly object[];
    return { ...wire, content: [...blocks.slice(0, at), ...answer, ...blocks.slice(at)] };
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
