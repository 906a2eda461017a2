import { isRecord } from "../json/is-record.js";
import type { JsonRecord } from "../json/json-record.js";
import { jsonText } from "../json/json-text.js";
import { stringOf } from "../json/string-of.js";
import type { Part } from "./turn.js";

/** The parts of a message or of a tool's output: a text, or a list of parts. Empty texts are left out. */
export function contentParts(content: unknown): Part[] {
  if (typeof content === "string") return textPart(content);
  if (!Array.isArray(content)) return textPart(jsonText(content));
  return content.flatMap((part: unknown) => (isRecord(part) ? readPart(part) : textPart(jsonText(part))));
}

/** All text of a content. */
export function contentText(content: unknown): string {
  return contentParts(content)
    .map((part) => (part.type === "text" ? part.text : ""))
    .filter((text) => text !== "")
    .join("\n");
}

const textPart = (text: string): Part[] => (text === "" ? [] : [{ type: "text", text }]);

function readPart(part: JsonRecord): Part[] {
  switch (part["type"]) {
    case "input_image":
    case "computer_screenshot":
      return readImage(part);
    case "input_file":
      return readFile(part);
    case "input_audio":
      return readAudio(part);
    case "refusal":
      return textPart(stringOf(part["refusal"]));
    default:
      return textPart(typeof part["text"] === "string" ? part["text"] : jsonText(part));
  }
}

function readImage(part: JsonRecord): Part[] {
  const url = stringOf(part["image_url"]);
  if (url === "")
    return textPart(`[image ${stringOf(part["file_id"]) || "without content"}: not available here]`);
  const detail = stringOf(part["detail"]);
  return [{ type: "image", url, ...(detail === "" ? {} : { detail }) }];
}

function readFile(part: JsonRecord): Part[] {
  const name = stringOf(part["filename"]);
  const data = stringOf(part["file_data"]);
  const named = name === "" ? {} : { name };
  if (data !== "")
    return [
      {
        type: "file",
        url: data.startsWith("data:") ? data : `data:application/pdf;base64,${data}`,
        ...named,
      },
    ];
  const url = stringOf(part["file_url"]);
  if (url !== "") return [{ type: "file", url, ...named }];
  return textPart(`[file ${name || stringOf(part["file_id"])}: not available here]`);
}

function readAudio(part: JsonRecord): Part[] {
  const audio = isRecord(part["input_audio"]) ? part["input_audio"] : part;
  const data = stringOf(audio["data"]);
  return data === "" ? [] : [{ type: "audio", data, format: stringOf(audio["format"]) || "wav" }];
}
