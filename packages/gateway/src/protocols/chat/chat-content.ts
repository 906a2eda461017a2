import type { JsonRecord } from "../../json/json-record.js";
import type { AudioPart, CallResult, FilePart, ImagePart, Part } from "../../translation/turn.js";
import type { ChatQuirks } from "./chat-quirks.js";
import { fileText } from "../file-text.js";
import { partPlaceholder } from "../part-placeholder.js";

/** Content as Chat Completions writes it: a text, or a list of parts where there is more than text. */
export type ChatContent = string | readonly JsonRecord[];

const DETAILS: ReadonlySet<string> = new Set(["low", "high", "auto"]);

const textPart = (text: string): JsonRecord => ({ type: "text", text });
const isText = (part: JsonRecord): boolean => part["type"] === "text";
function imagePart(part: ImagePart, quirks: ChatQuirks): JsonRecord {
  const { url, detail } = part;
  const isTaken = quirks.images && (quirks.imageAddresses || url.startsWith("data:"));
  if (!isTaken) return textPart(partPlaceholder(part));
  const kept = quirks.imageDetail && detail !== undefined && DETAILS.has(detail) ? { detail } : {};
  return { type: "image_url", image_url: { url, ...kept } };
}

function filePart(part: FilePart, quirks: ChatQuirks): JsonRecord {
  const { url, name } = part;
  if (quirks.files && url.startsWith("data:"))
    return { type: "file", file: { filename: name ?? "file", file_data: url } };
  const text = fileText(url);
  return textPart(text === undefined ? partPlaceholder(part) : `File${name ? ` ${name}` : ""}:\n${text}`);
}

function audioPart(part: AudioPart, quirks: ChatQuirks): JsonRecord {
  const { data, format } = part;
  if (!quirks.audio) return textPart(partPlaceholder(part));
  return { type: "input_audio", input_audio: { data, format } };
}

function chatPart(part: Part, quirks: ChatQuirks): JsonRecord {
  switch (part.type) {
    case "text":
      return textPart(part.text);
    case "image":
      return imagePart(part, quirks);
    case "file":
      return filePart(part, quirks);
    case "audio":
      return audioPart(part, quirks);
  }
}

/** Parts that are empty texts are refused by several upstreams. */
const isEmpty = (part: JsonRecord): boolean => part["type"] === "text" && part["text"] === "";

function join(parts: readonly JsonRecord[]): string {
  return parts.map((part) => String(part["text"])).join("\n");
}

/** Writes parts as one text if they are nothing else. */
export function chatContent(parts: readonly JsonRecord[], quirks: ChatQuirks): ChatContent {
  const filled = parts.filter((part) => !isEmpty(part));
  if (filled.every(isText)) return join(filled) || "(empty)";
  const needsText = quirks.imageNeedsText && !filled.some(isText);
  return needsText ? [textPart("See the image."), ...filled] : filled;
}

export function userContent(parts: readonly Part[], quirks: ChatQuirks): ChatContent {
  return chatContent(
    parts.map((part) => chatPart(part, quirks)),
    quirks,
  );
}

/** The results of one step: a text for each, and what a tool message cannot carry. */
export interface ChatResults {
  readonly texts: readonly string[];
  /** Parts of the one user message behind all results; none if everything was text. */
  readonly lifted: readonly JsonRecord[];
}

/** Writes results. Images and files go behind the whole block: nothing may stand between its messages. */
export function chatResults(results: readonly CallResult[], quirks: ChatQuirks): ChatResults {
  const lifted: JsonRecord[] = [];
  let count = 0;
  const texts = results.map(({ name, parts }) => {
    const lines = parts.map((part) => {
      const written = chatPart(part, quirks);
      if (isText(written)) return String(written["text"]);
      count += 1;
      lifted.push(textPart(`[attachment ${count}, from the result of ${name}]`), written);
      return `[attachment ${count}: in the message behind the tool results]`;
    });
    return lines.filter((line) => line !== "").join("\n") || "(empty)";
  });
  return { texts, lifted };
}
