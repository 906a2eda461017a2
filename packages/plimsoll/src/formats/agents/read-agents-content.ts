import { isRecord } from "../../text/is-record.js";
import { readTextPart } from "../responses/read-responses-content.js";
import type { ViewBuilder } from "../reading/view-builder.js";
import type { WireRecord } from "../reading/wire-record.js";

/** Reads the content of a message, or the output of a function: a text, a part, or a list of parts. */
export function readAgentsContent(content: unknown, builder: ViewBuilder): void {
  if (isRecord(content)) {
    readPart(content, builder);
    return;
  }
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
  switch (part["type"]) {
    case "input_text":
    case "output_text":
    case "reasoning_text":
    case "text":
      return readTextPart(part, part["text"], builder);
    case "refusal":
      return readTextPart(part, part["refusal"], builder);
    case "input_image":
    case "image":
      return builder.addAttachment("image", part["image"], part["detail"]);
    case "computer_screenshot":
      return builder.addAttachment("image", part["data"]);
    case "input_file":
    case "file":
      return builder.addAttachment("file", part["file"]);
    case "audio":
      if (typeof part["transcript"] === "string") builder.addText(part["transcript"]);
      return builder.addAttachment("audio", part["audio"]);
    default:
      return builder.addUnknown(part);
  }
}
