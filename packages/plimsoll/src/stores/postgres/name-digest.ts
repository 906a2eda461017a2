import { sha256 } from "../../text/sha256.js";

const DIGITS = 32;

/** A name of any length and of any characters in the 128 bits of a `uuid`. */
export function nameDigest(...names: readonly string[]): string {
  // JSON, because it says where a name ends.
  return sha256(names.length === 1 ? (names[0] ?? "") : JSON.stringify(names)).slice(0, DIGITS);
}
