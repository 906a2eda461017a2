import type { JsonRecord } from "../../json/json-record.js";
import type { Part } from "../../translation/turn.js";
import { readDataUrl } from "../data-url.js";
import { partPlaceholder } from "../part-placeholder.js";

const INLINE_TYPES = /^(?:image\/(?:png|jpeg|webp|heic|heif)|application\/pdf|audio\/|video\/|text\/)/u;
const AUDIO_TYPES: Readonly<Record<string, string>> = { mp3: "audio/mp3", wav: "audio/wav" };

/** Parts as the API takes them. It fetches no address, so an address becomes a text that names it. */
export function contentParts(parts: readonly Part[]): JsonRecord[] {
  return parts.flatMap((part) => {
    if (part.type === "text") return textParts(part.text);
    return inlinePart(part) ?? textParts(partPlaceholder(part));
  });
}

/** The parts that go into the request itself; texts, addresses and what the API cannot read are left out. */
export function inlineParts(parts: readonly Part[]): JsonRecord[] {
  return parts.flatMap((part) => inlinePart(part) ?? []);
}

/** A text as one part; none if it is empty. */
export function textParts(text: string): JsonRecord[] {
  return text === "" ? [] : [{ text }];
}

function inlinePart(part: Part): JsonRecord[] | undefined {
  if (part.type === "text") return undefined;
  if (part.type === "audio") {
    const mimeType = AUDIO_TYPES[part.format.toLowerCase()] ?? `audio/${part.format.toLowerCase()}`;
    return [{ inlineData: { mimeType, data: part.data } }];
  }
  const data = readDataUrl(part.url);
  if (!data || !INLINE_TYPES.test(data.mediaType)) return undefined;
  return [{ inlineData: { mimeType: data.mediaType, data: data.data } }];
}
