const CHUNK = 8192;

/**
 * What an object without keys of its own stands for in JSON (an address, a date), and bytes as one string, which is much
 * faster than one key a byte. Everything else is returned as it is.
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
 * What an object of a class stands for in JSON: a message of LangChain has other keys there. The very value where it has
 * no form of its own.
 */
export function jsonForm(value: object): unknown {
  return "toJSON" in value && typeof value.toJSON === "function" ? (value.toJSON() as unknown) : value;
}
