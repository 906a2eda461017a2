import { sha256 as portableSha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

interface NativeCrypto {
  /** One call for the whole digest; in Node since 20.12. */
  hash?(algorithm: string, text: string, encoding: "hex"): string;
  createHash(algorithm: string): {
    update(text: string, encoding: "utf8"): { digest(encoding: "hex"): string };
  };
}

// Node's own digest is ten times faster; everywhere else the portable one gives the same bytes.
const native = (
  globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } }
).process?.getBuiltinModule?.("node:crypto") as NativeCrypto | undefined;

const digest: (text: string) => string = native
  ? (text) =>
      native.hash?.("sha256", text, "hex") ?? native.createHash("sha256").update(text, "utf8").digest("hex")
  : (text) => bytesToHex(portableSha256(utf8ToBytes(text)));

/**
 * SHA-256 of a text's UTF-8 bytes, as 64 hexadecimal digits. UTF-8 has no lone surrogates: a text with one is
 * digested as JSON, which escapes it, and twice, so that no other text has the same digest.
 */
export const sha256 = (text: string): string =>
  text.isWellFormed() ? digest(text) : digest(`json ${digest(JSON.stringify(text))}`);
