import { isHttpsUrl } from "../is-https-url.js";
import { dataUrlText, readDataUrl } from "../data-url.js";
import { partPlaceholder } from "../part-placeholder.js";
import type { FilePart, ImagePart, Part } from "../../translation/turn.js";
import type { Block } from "./anthropic-message.js";

const IMAGE_TYPES: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);
const TEXT_TYPES = /^(?:text\/|application\/(?:json|xml|yaml|x-yaml|javascript|x-sh|toml)$)/u;
const LONGEST_TITLE = 200;

/** Parts as blocks of a user message or of a tool's result. Blank texts are refused, so they are left out. */
export function contentBlocks(parts: readonly Part[]): Block[] {
  return parts.flatMap((part) => {
    switch (part.type) {
      case "text":
        return textBlocks(part.text);
      case "image":
        return [imageBlock(part)];
      case "file":
        return [fileBlock(part)];
      case "audio":
        return textBlocks(partPlaceholder(part));
    }
  });
}

/** A text as one block; none if it is blank. */
export function textBlocks(text: string): Block[] {
  return text.trim() === "" ? [] : [{ type: "text", text }];
}

function imageBlock(part: ImagePart): Block {
  const data = readDataUrl(part.url);
  if (data && IMAGE_TYPES.has(data.mediaType)) {
    return { type: "image", source: { type: "base64", media_type: data.mediaType, data: data.data } };
  }
  if (!data && isHttpsUrl(part.url)) return { type: "image", source: { type: "url", url: part.url } };
  return { type: "text", text: partPlaceholder(part) };
}

function fileBlock(part: FilePart): Block {
  const title = part.name ? { title: part.name.slice(0, LONGEST_TITLE) } : {};
  const data = readDataUrl(part.url);
  if (data?.mediaType === "application/pdf") {
    const source = { type: "base64", media_type: "application/pdf", data: data.data };
    return { type: "document", source, ...title };
  }
  if (data && IMAGE_TYPES.has(data.mediaType)) return imageBlock({ type: "image", url: part.url });
  if (data && TEXT_TYPES.test(data.mediaType)) {
    const text = dataUrlText(data);
    if (text.trim() !== "") {
      return { type: "document", source: { type: "text", media_type: "text/plain", data: text }, ...title };
    }
  }
  if (!data && isHttpsUrl(part.url) && isPdf(part)) {
    return { type: "document", source: { type: "url", url: part.url }, ...title };
  }
  return { type: "text", text: partPlaceholder(part) };
}

/** Behind an address the API reads PDF only. */
function isPdf({ name = "", url }: FilePart): boolean {
  return name.toLowerCase().endsWith(".pdf") || new URL(url).pathname.toLowerCase().endsWith(".pdf");
}
