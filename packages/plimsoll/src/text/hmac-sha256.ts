import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** HMAC-SHA256 of a text under a key, both as UTF-8, as 64 hexadecimal digits. Lone surrogates count as U+FFFD. */
export const hmacSha256 = (key: string, text: string): string =>
  bytesToHex(hmac(sha256, utf8ToBytes(key.toWellFormed()), utf8ToBytes(text.toWellFormed())));
