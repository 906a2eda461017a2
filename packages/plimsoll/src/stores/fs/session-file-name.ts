import { sha256 } from "../../text/sha256.js";

const EXTENSION = ".jsonl";
const MAX_READABLE_LENGTH = 120;

// Windows opens a device for these names, whatever extension follows.
const DEVICE_NAME = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * The file name of a session: readable if the id allows it, safe for any id, and different for different ids even
 * if the file system ignores case. It cannot always be reversed; the file's header holds the id.
 */
export function sessionFileName(sessionId: string): string {
  // The id's JSON is hashed, because UTF-8 would make all lone surrogates equal.
  const digest = sha256(JSON.stringify(sessionId));
  const readable = LONE_SURROGATE.test(sessionId) ? "" : percentEncode(sessionId);
  const isUnsafe = readable === "" || readable.startsWith(".") || DEVICE_NAME.test(readable);
  if (isUnsafe || readable.length > MAX_READABLE_LENGTH) return `~${digest}${EXTENSION}`;
  // A tilde is never part of a readable name, so neither form can be mistaken for another id.
  return /[A-Z]/.test(sessionId)
    ? `${readable}~${digest.slice(0, 32)}${EXTENSION}`
    : `${readable}${EXTENSION}`;
}

export function isSessionFileName(name: string): boolean {
  return name.endsWith(EXTENSION);
}

function percentEncode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!~*'()]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
