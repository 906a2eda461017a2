const CHUNK = 8192;

/**
 * The JSON form of an object without keys of its own (a URL, a date), and bytes as one string, which is much
 * faster than one key per byte. Returns everything else unchanged.
 */
export function plainValue(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (ArrayBuffer.isView(value)) return bytesText(value);
  if (!("toJSON" in value) || typeof value.toJSON !== "function") return value;
  if (Object.keys(value).length > 0) return value;
  const json: unknown = value.toJSON();
  return json;
}

function bytesText({ buffer, byteOffset, byteLength }: ArrayBufferView): string {
  const bytes = new Uint8Array(buffer, byteOffset, byteLength);
  let text = "bytes:";
  for (let start = 0; start < bytes.length; start += CHUNK) {
    text += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  }
  return text;
}

/**
 * The JSON form of an object of a class: a LangChain message has other keys there. The same value if it has no
 * such form.
 */
export function jsonForm(value: object): unknown {
  return "toJSON" in value && typeof value.toJSON === "function" ? (value.toJSON() as unknown) : value;
}
