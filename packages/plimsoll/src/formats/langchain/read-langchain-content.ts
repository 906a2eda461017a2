import { isRecord } from "../../text/is-record.js";
import type { ToolCallView } from "../../conversation/item-view.js";
import { jsonText } from "../../text/json-text.js";
import type { ViewBuilder } from "../reading/view-builder.js";
import { stringOf, type WireRecord } from "../reading/wire-record.js";

/** Blocks of a call, which is usually in `tool_calls` too. */
const CALL_BLOCKS: ReadonlySet<unknown> = new Set([
  "tool_call",
  "tool_use",
  "function_call",
  "custom_tool_call",
  "tool_call_chunk",
]);

/** Reads the content of a message: a string, or the blocks of any provider. */
export function readLangchainContent(
  content: unknown,
  builder: ViewBuilder,
  calls: ToolCallView[] = [],
): void {
  if (!Array.isArray(content)) return builder.addText(content);
  for (const block of content) {
    if (!isRecord(block)) builder.addText(block);
    else if (!readCallBlock(block, calls)) readBlock(block, builder);
  }
}

/** Takes the calls among blocks, such as the output of the Responses API. */
export function readCallBlocks(blocks: readonly unknown[], calls: ToolCallView[]): void {
  for (const block of blocks) if (isRecord(block)) readCallBlock(block, calls);
}

/** Reads a call that is only in the content; true if the call is now known. */
function readCallBlock(block: WireRecord, calls: ToolCallView[]): boolean {
  if (!CALL_BLOCKS.has(block["type"])) return false;
  const ids = [stringOf(block["call_id"]), stringOf(block["id"])].filter((id) => id !== "");
  if (calls.some(({ callId }) => ids.includes(callId))) return true;
  const [callId] = ids;
  if (callId === undefined) return false;
  const given = jsonText(block["args"] ?? block["input"] ?? block["arguments"] ?? "");
  calls.push({ callId, name: stringOf(block["name"]), arguments: given });
  return true;
}

function readBlock(block: WireRecord, builder: ViewBuilder): void {
  switch (block["type"]) {
    case "text":
    case "input_text":
    case "output_text":
    case "text-plain":
      return typeof block["text"] === "string" ? builder.addText(block["text"]) : builder.addUnknown(block);
    case "reasoning":
      return readReasoning(block["reasoning"], block, builder);
    case "thinking":
      return readReasoning(block["thinking"], block, builder);
    case "image_url":
      return readImageUrl(block["image_url"], builder);
    case "image":
      return builder.addAttachment("image", payloadOf(block));
    case "audio":
    case "input_audio":
      return builder.addAttachment("audio", payloadOf(block));
    case "file":
    case "video":
      return builder.addAttachment("file", payloadOf(block));
    default:
      return builder.addUnknown(block);
  }
}

function readReasoning(text: unknown, block: WireRecord, builder: ViewBuilder): void {
  if (typeof text !== "string") return builder.addUnknown(block);
  builder.addReasoning(text);
  const { signature } = block;
  if (typeof signature === "string") builder.addAttachment("encrypted", signature);
}

function readImageUrl(image: unknown, builder: ViewBuilder): void {
  if (isRecord(image)) builder.addAttachment("image", image["url"], image["detail"]);
  else builder.addAttachment("image", image);
}

function payloadOf(block: WireRecord): unknown {
  const source = block["source"];
  if (isRecord(source)) return payloadOf(source);
  return block["data"] ?? block["url"] ?? block["fileId"] ?? block["file_id"] ?? block;
}
