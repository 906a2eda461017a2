import { isRecord } from "../../text/is-record.js";
import type { ViewBuilder } from "../reading/view-builder.js";
import type { WireRecord } from "../reading/wire-record.js";

/** Reads the content of a Responses message or of a tool output: a string or a list of parts. */
export function readResponsesContent(content: unknown, builder: ViewBuilder): void {
  if (!Array.isArray(content)) {
    builder.addText(content);
    return;
  }
  for (const part of content) {
    if (isRecord(part)) readPart(part, builder);
    else builder.addText(part);
  }
}

/** Reads `summary` or `content` of a reasoning item. */
export function readReasoningText(content: unknown, builder: ViewBuilder): void {
  if (!Array.isArray(content)) {
    builder.addReasoning(content);
    return;
  }
  for (const part of content) {
    if (isRecord(part) && typeof part["text"] === "string") builder.addReasoning(part["text"]);
    else builder.addUnknown(part);
  }
}

function readPart(part: WireRecord, builder: ViewBuilder): void {
  switch (part["type"]) {
    case "input_text":
    case "output_text":
    case "summary_text":
    case "reasoning_text":
    case "text":
      return readTextPart(part, part["text"], builder);
    case "refusal":
      return readTextPart(part, part["refusal"], builder);
    case "input_image":
    case "computer_screenshot":
      return builder.addAttachment("image", part["image_url"] ?? part["file_id"], part["detail"]);
    case "input_file":
      return builder.addAttachment("file", part["file_data"] ?? part["file_url"] ?? part["file_id"]);
    case "input_audio":
      return builder.addAttachment(
        "audio",
        isRecord(part["input_audio"]) ? part["input_audio"]["data"] : part,
      );
    default:
      return builder.addUnknown(part);
  }
}

/** Reads the text of a part; a part that holds none is unknown. */
export function readTextPart(part: WireRecord, text: unknown, builder: ViewBuilder): void {
  if (typeof text === "string") builder.addText(text);
  else builder.addUnknown(part);
}
