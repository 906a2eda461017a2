import { readDataUrl } from "./data-url.js";

const TEXTUAL =
  /^text\/|^application\/(?:json|xml|yaml|x-yaml|toml|javascript|typescript|x-sh|sql|x-ndjson)$|\+(?:json|xml|yaml)$/u;

/** The text of a `data:` URL whose media type is one of text; undefined for anything else. */
export function fileText(url: string): string | undefined {
  const file = readDataUrl(url);
  if (!file || !TEXTUAL.test(file.mediaType)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(file.data, "base64"));
  } catch {
    return undefined;
  }
}
