/** The content of a `data:` URL. */
export interface DataUrl {
  /** Lower case, without parameters. */
  readonly mediaType: string;
  /** Base64. */
  readonly data: string;
}

const LONGEST_HEAD = 256;

/** Reads a `data:` URL, whatever its encoding; undefined for any other address and for broken ones. */
export function readDataUrl(url: string): DataUrl | undefined {
  if (url.slice(0, 5).toLowerCase() !== "data:") return undefined;
  const comma = url.slice(0, LONGEST_HEAD).indexOf(",");
  if (comma < 0) return undefined;
  const [mediaType = "", ...parameters] = url
    .slice(5, comma)
    .split(";")
    .map((word) => word.trim().toLowerCase());
  const body = url.slice(comma + 1);
  const data = parameters.includes("base64") ? readBase64(body) : encode(body);
  if (data === undefined || data === "") return undefined;
  return { mediaType: mediaType || "text/plain", data };
}

/** The text behind a `data:` URL. */
export function dataUrlText({ data }: DataUrl): string {
  return Buffer.from(data, "base64").toString("utf8");
}

/** Standard base64, as upstreams want it: clients send line breaks and the URL alphabet too. */
function readBase64(body: string): string | undefined {
  if (/^[A-Za-z0-9+/]+={0,2}$/u.test(body) && body.length % 4 === 0) return body;
  if (!/^[A-Za-z0-9+/_=\s-]+$/u.test(body)) return undefined;
  return Buffer.from(body, "base64").toString("base64");
}

function encode(body: string): string | undefined {
  try {
    return Buffer.from(decodeURIComponent(body), "utf8").toString("base64");
  } catch {
    return undefined;
  }
}
