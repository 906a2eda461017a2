import { sha256 } from "../conversation/sha256.js";
import { CompactError } from "../errors/compact-error.js";

const VERSION = 1;
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + IV_BYTES;

const HEX_KEY = /^[0-9a-f]{64}$/i;
const BASE64_KEY = /^[A-Za-z0-9+/_-]{43}=?$/;

/** How many bytes sealing adds. */
export const SEAL_OVERHEAD: number = HEADER_BYTES + TAG_BYTES;

/** Seals what a store writes with AES-256-GCM. Sealed bytes open only with the same key and the same context. */
export interface ArtifactCipher {
  /** A secret derived from the key, for `artifactId`: without it nobody can tell which text an id stands for. */
  readonly salt: string;
  seal(bytes: Uint8Array, context: string): Promise<Uint8Array>;
  /** Rejects with `STORE_UNAVAILABLE` where the key or the context is another one, or the bytes were changed. */
  open(sealed: Uint8Array, context: string): Promise<Uint8Array>;
}

/** `key`: 32 bytes, as 64 hexadecimal digits or in base64. */
export function createArtifactCipher(key: string): ArtifactCipher {
  const bytes = keyBytes(key);
  const { subtle } = globalThis.crypto;
  const imported = (): ReturnType<typeof subtle.importKey> =>
    subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
  let cryptoKey: ReturnType<typeof imported> | undefined;
  return {
    salt: sha256(`plimsoll artifact ids ${hexDigits(bytes)}`),
    async seal(plain, context) {
      cryptoKey ??= imported();
      const iv = globalThis.crypto.getRandomValues(new Uint8Array(IV_BYTES));
      const algorithm = { name: "AES-GCM", iv, additionalData: contextBytes(context) };
      const body = new Uint8Array(await subtle.encrypt(algorithm, await cryptoKey, plain));
      const sealed = new Uint8Array(HEADER_BYTES + body.length);
      sealed[0] = VERSION;
      sealed.set(iv, 1);
      sealed.set(body, HEADER_BYTES);
      return sealed;
    },
    async open(sealed, context) {
      if (!isSealed(sealed)) throw unreadable("they were not written by this version with a key");
      cryptoKey ??= imported();
      const iv = sealed.subarray(1, HEADER_BYTES);
      const algorithm = { name: "AES-GCM", iv, additionalData: contextBytes(context) };
      try {
        const body = sealed.subarray(HEADER_BYTES);
        return new Uint8Array(await subtle.decrypt(algorithm, await cryptoKey, body));
      } catch (cause) {
        throw unreadable("the key is not the one they were sealed with, or they were changed", cause);
      }
    },
  };
}

/** True for bytes that a cipher sealed, whatever its key; no plain artifact or reference begins like that. */
export function isSealed(bytes: Uint8Array): boolean {
  return bytes[0] === VERSION && bytes.length >= SEAL_OVERHEAD;
}

/** As JSON, because UTF-8 would make all lone surrogates equal. */
function contextBytes(context: string): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(["plimsoll", VERSION, context]));
}

function keyBytes(key: unknown): Uint8Array {
  const text = typeof key === "string" ? key.trim() : "";
  if (HEX_KEY.test(text)) {
    return Uint8Array.from({ length: KEY_BYTES }, (_, index) =>
      Number.parseInt(text.slice(index * 2, index * 2 + 2), 16),
    );
  }
  if (BASE64_KEY.test(text)) {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/").slice(0, 43));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  }
  throw new CompactError(
    "INVALID_CONFIG",
    "The key for artifacts is not 32 bytes as 64 hexadecimal digits or in base64 " +
      `(${typeof key === "string" ? `a text of ${key.length} characters` : `a ${typeof key}`} was given). ` +
      "Make one with `openssl rand -hex 32`.",
  );
}

function hexDigits(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function unreadable(reason: string, cause?: unknown): CompactError {
  return new CompactError(
    "STORE_UNAVAILABLE",
    `Encrypted bytes of an artifact store cannot be opened: ${reason}. Check the key.`,
    { cause },
  );
}
