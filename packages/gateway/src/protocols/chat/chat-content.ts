import type { JsonRecord } from "../../json/json-record.js";
import type { AudioPart, CallResult, FilePart, ImagePart, Part } from "../../translation/turn.js";
import type { ChatQuirks } from "./chat-quirks.js";
import { fileText, mediaType } from "./file-text.js";

/** Content as Chat Completions writes it: a text, or a list of parts where there is more than text. */
export type ChatContent = string | readonly JsonRecord[];

const DETAILS: ReadonlySet<string> = new Set(["low", "high", "auto"]);
const MAX_ADDRESS = 2000;

const textPart = (text: string): JsonRecord => ({ type: "text", text });
const isText = (part: JsonRecord): boolean => part["type"] === "text";
const leftOut = (what: string, reason: string): JsonRecord => textPart(`[${what} was left out: ${reason}.]`);

/** An address is said, so that it is not lost; inline data is not. */
function addressOf(url: string): string {
  return url.startsWith("data:") ? "" : ` at ${url.slice(0, MAX_ADDRESS)}`;
}

function imagePart({ url, detail }: ImagePart, quirks: ChatQuirks): JsonRecord {
  if (!quirks.images) return leftOut(`An image${addressOf(url)}`, "this model reads text only");
  if (!quirks.imageAddresses && !url.startsWith("data:"))
    return leftOut(`The image${addressOf(url)}`, "this upstream takes inline images only");
  const kept = quirks.imageDetail && detail !== undefined && DETAILS.has(detail) ? { detail } : {};
  return { type: "image_url", image_url: { url, ...kept } };
}

function filePart({ url, name }: FilePart, quirks: ChatQuirks): JsonRecord {
  const label = name === undefined ? "A file" : `The file ${name}`;
  if (quirks.files && url.startsWith("data:"))
    return { type: "file", file: { filename: name ?? "file", file_data: url } };
  const text = fileText(url);
  if (text !== undefined) return textPart(`${label}:\n${text}`);
  const kind = mediaType(url) === "" ? "addresses of files" : `files of type ${mediaType(url)}`;
  return leftOut(`${label}${addressOf(url)}`, `this upstream takes no ${kind}`);
}

function audioPart({ data, format }: AudioPart, quirks: ChatQuirks): JsonRecord {
  if (!quirks.audio) return leftOut("An audio recording", "this model does not listen");
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
