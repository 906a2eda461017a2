import { isRecord } from "../conversation/is-record.js";
import type { ViewBuilder } from "./view-builder.js";
import { stringOf, type WireRecord } from "./wire-record.js";

/** Blocks that repeat a call which stands in `tool_calls` too. */
const CALL_BLOCKS: ReadonlySet<unknown> = new Set([
  "tool_call",
  "tool_use",
  "function_call",
  "tool_call_chunk",
]);

/** Reads the content of a message: a string, or the blocks of any provider. */
export function readLangchainContent(
  content: unknown,
  builder: ViewBuilder,
  callIds: ReadonlySet<string> = new Set(),
): void {
  if (!Array.isArray(content)) return builder.addText(content);
  for (const block of content) {
    if (!isRecord(block)) builder.addText(block);
    else if (!isRepeatedCall(block, callIds)) readBlock(block, builder);
  }
}

function isRepeatedCall(block: WireRecord, callIds: ReadonlySet<string>): boolean {
  if (!CALL_BLOCKS.has(block["type"])) return false;
  return callIds.has(stringOf(block["id"])) || callIds.has(stringOf(block["call_id"]));
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
