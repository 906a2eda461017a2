import type { ToolCallView } from "../../conversation/item-view.js";
import { isRecord } from "../../text/is-record.js";
import { jsonText } from "../../text/json-text.js";
import { dataOutput } from "../reading/data-output.js";
import { providedText, withProvidedText } from "../reading/provided-text.js";
import type { ViewBuilder } from "../reading/view-builder.js";
import { stringOf, type WireRecord } from "../reading/wire-record.js";

/** What the blocks of one message are, in addition to what the builder collects. */
export interface BlockSurvey {
  /** There is content that is neither a tool result nor reasoning. */
  speaks: boolean;
  providerState: boolean;
}

/** Reads the content of a message, a string or a list of blocks, into `builder`. */
export function readAnthropicContent(content: unknown, builder: ViewBuilder): BlockSurvey {
  const survey: BlockSurvey = { speaks: false, providerState: false };
  if (!Array.isArray(content)) {
    builder.addText(content);
    survey.speaks = content !== undefined && content !== null;
    return survey;
  }
  readServerTools(content, builder);
  for (const block of content) {
    if (!isRecord(block)) {
      builder.addText(block);
      survey.speaks = true;
    } else if (!readConversationBlock(block, builder, survey)) {
      readMediaBlock(block, builder);
      survey.speaks = true;
    }
  }
  return survey;
}

/** Uses of tools that the provider runs. */
export const SERVER_USES: ReadonlySet<string> = new Set(["server_tool_use", "mcp_tool_use"]);

const isServerResult = (type: string): boolean => type.endsWith("_tool_result");

/** The result of a tool that the provider ran, as it stands in the view of its message. */
export interface ProvidedResult {
  readonly block: WireRecord;
  readonly callId: string;
  /** The use that it answers, if that is in the same message. */
  readonly use: WireRecord | undefined;
}

/**
 * The results of such tools that the view has: those whose text can be read, and those that answer a use in an earlier
 * message, because the turn was paused or a program waited for other tools.
 */
export function providedResults(content: readonly unknown[]): readonly ProvidedResult[] {
  const uses = new Map<string, WireRecord>();
  const results: ProvidedResult[] = [];
  for (const block of content.filter(isRecord)) {
    const type = stringOf(block["type"]);
    if (SERVER_USES.has(type)) uses.set(stringOf(block["id"]), block);
    const callId = isServerResult(type) ? stringOf(block["tool_use_id"]) : "";
    if (callId === "") continue;
    const use = uses.get(callId);
    if (use === undefined || providedText(block["content"]) !== "") results.push({ block, callId, use });
  }
  return results;
}

function readServerTools(content: readonly unknown[], builder: ViewBuilder): void {
  for (const { block, callId, use } of providedResults(content)) {
    const result = {
      callId,
      name: "",
      text: providedText(block["content"]),
      isError: block["is_error"] === true,
    };
    builder.results.push(
      use === undefined ? result : { ...result, ownCall: { ...callOf(use), mayStayOpen: true } },
    );
  }
  const answered = new Set(
    content
      .filter(isRecord)
      .flatMap((block) => (isServerResult(stringOf(block["type"])) ? [block["tool_use_id"]] : [])),
  );
  for (const use of content.filter(isRecord)) {
    if (!SERVER_USES.has(stringOf(use["type"])) || stringOf(use["id"]) === "" || answered.has(use["id"]))
      continue;
    builder.calls.push({ ...callOf(use), mayStayOpen: true });
  }
}

const callOf = (use: WireRecord): ToolCallView => ({
  callId: stringOf(use["id"]),
  name: stringOf(use["name"]),
  arguments: jsonText(use["input"] ?? {}),
});

/** Reads a block of reasoning, a call, a result or provider state; false if it is none of these. */
function readConversationBlock(block: WireRecord, builder: ViewBuilder, survey: BlockSurvey): boolean {
  switch (block["type"]) {
    case "thinking":
      builder.addReasoning(block["thinking"]);
      if (block["signature"]) builder.addAttachment("encrypted", block["signature"]);
      return true;
    case "redacted_thinking":
      builder.addAttachment("encrypted", block["data"]);
      return true;
    case "tool_use":
      return readCall(block, builder);
    case "tool_result":
      return readResult(block, builder);
    case "compaction":
      builder.addAttachment("encrypted", block["encrypted_content"] ?? block["content"] ?? "");
      survey.providerState = true;
      return true;
    default:
      return false;
  }
}

function readCall(block: WireRecord, builder: ViewBuilder): boolean {
  const callId = stringOf(block["id"]);
  if (callId === "") return false;
  builder.calls.push(callOf(block));
  return true;
}

function readResult(block: WireRecord, builder: ViewBuilder): boolean {
  const callId = stringOf(block["tool_use_id"]);
  if (callId === "") return false;
  const inner = builder.nested();
  readMediaContent(dataOutput(block["content"]) ?? block["content"], inner);
  builder.results.push({ callId, name: "", text: inner.text, isError: block["is_error"] === true });
  return true;
}

function readMediaContent(content: unknown, builder: ViewBuilder): void {
  if (!Array.isArray(content)) {
    builder.addText(content);
    return;
  }
  for (const block of content) {
    if (isRecord(block)) readMediaBlock(block, builder);
    else builder.addText(block);
  }
}

function readMediaBlock(block: WireRecord, builder: ViewBuilder): void {
  const source = block["source"];
  if (block["type"] === "text" && typeof block["text"] === "string") return builder.addText(block["text"]);
  if (block["type"] === "image" && isRecord(source)) return builder.addAttachment("image", payloadOf(source));
  if (block["type"] === "document" && isRecord(source)) return readDocument(block, source, builder);
  if (block["type"] === "search_result") {
    builder.addText(source);
    builder.addText(block["title"]);
    return readTextBlocks(block["content"], builder);
  }
  const type = stringOf(block["type"]);
  // What it says in clear is counted with the result.
  if (isServerResult(type))
    return builder.addOpaque({ ...block, content: withProvidedText(block["content"], "") });
  return SERVER_USES.has(type) ? builder.addOpaque(block) : builder.addUnknown(block);
}

function readDocument(block: WireRecord, source: WireRecord, builder: ViewBuilder): void {
  builder.addText(block["title"]);
  builder.addText(block["context"]);
  if (source["type"] === "text") return builder.addText(source["data"]);
  if (source["type"] === "content") return readTextBlocks(source["content"], builder);
  return builder.addAttachment("file", payloadOf(source));
}

/** Reads text blocks one level down; counts anything deeper without reading it. */
function readTextBlocks(content: unknown, builder: ViewBuilder): void {
  if (!Array.isArray(content)) return builder.addText(content);
  for (const block of content) {
    if (isRecord(block) && block["type"] === "text") builder.addText(block["text"]);
    else builder.addUnknown(block);
  }
}

function payloadOf(source: WireRecord): unknown {
  return source["data"] ?? source["url"] ?? source["file_id"] ?? source;
}
