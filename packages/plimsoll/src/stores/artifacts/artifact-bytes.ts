import { CompactError } from "../../errors/compact-error.js";

// The first byte says how the rest is to be read.
const UTF_8 = 0x08;
const UTF_16 = 0x10;
const CHUNK_UNITS = 8192;

/** The bytes of any text: UTF-8 if the text is well-formed, otherwise two bytes per code unit. */
export function artifactBytes(text: string): Uint8Array {
  // One allocation: the mark is a character that is a single byte in UTF-8.
  if (text.isWellFormed()) return new TextEncoder().encode(String.fromCharCode(UTF_8) + text);
  const bytes = new Uint8Array(1 + text.length * 2);
  bytes[0] = UTF_16;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    bytes[1 + index * 2] = unit & 0xff;
    bytes[2 + index * 2] = unit >>> 8;
  }
  return bytes;
}

/** The text that was passed to `artifactBytes`; throws `STORE_UNAVAILABLE` if the bytes are damaged. */
export function artifactText(bytes: Uint8Array): string {
  const body = bytes.subarray(1);
  if (bytes[0] === UTF_8) return utf8Text(body);
  if (bytes[0] === UTF_16 && body.length % 2 === 0) return utf16Text(body);
  throw damaged(`it begins with byte ${bytes[0] ?? "none"} and has ${bytes.length} bytes`);
}

function utf8Text(body: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
  } catch (cause) {
    throw damaged("it is not the UTF-8 that it claims to be", cause);
  }
}

function utf16Text(body: Uint8Array): string {
  const parts: string[] = [];
  for (let start = 0; start < body.length; start += CHUNK_UNITS * 2) {
    const length = Math.min(CHUNK_UNITS, (body.length - start) / 2);
    const units = new Uint16Array(length);
    for (let index = 0; index < length; index += 1) {
      const at = start + index * 2;
      units[index] = (body[at] ?? 0) | ((body[at + 1] ?? 0) << 8);
    }
    parts.push(String.fromCharCode(...units));
  }
  return parts.join("");
}

function damaged(reason: string, cause?: unknown): CompactError {
  return new CompactError(
    "STORE_UNAVAILABLE",
    `A stored artifact is damaged: ${reason}. Restore it from a backup, or remove it.`,
    { cause },
  );
}
