const DATA_URL = /^data:([^;,]{0,200})((?:;[^;,]{0,200}){0,8}),/u;
const TEXTUAL =
  /^text\/|^application\/(?:json|xml|yaml|x-yaml|toml|javascript|typescript|x-sh|sql|x-ndjson)$|\+(?:json|xml|yaml)$/u;

/** The text of a `data:` URL whose media type is one of text; undefined for anything else. */
export function fileText(url: string): string | undefined {
  const match = DATA_URL.exec(url);
  if (!match) return undefined;
  const [head, type = "", parameters = ""] = match;
  if (!TEXTUAL.test(type.trim().toLowerCase())) return undefined;
  const data = url.slice(head.length);
  const bytes = parameters.toLowerCase().includes(";base64")
    ? Buffer.from(data, "base64")
    : percentBytes(data);
  if (!bytes) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function percentBytes(data: string): Buffer | undefined {
  try {
    return Buffer.from(decodeURIComponent(data), "utf8");
  } catch {
    return undefined;
  }
}

/** The media type of a `data:` URL; empty for an address. */
export function mediaType(url: string): string {
  return DATA_URL.exec(url)?.[1]?.trim().toLowerCase() ?? "";
}
