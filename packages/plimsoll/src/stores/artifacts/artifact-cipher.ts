import { sha256 } from "../../text/sha256.js";
import { CompactError } from "../../errors/compact-error.js";

/** Sealed bytes: the version, which key it was, the initialization vector, the ciphertext with its tag. */
const VERSION = 2;
/** As before, without a word about the key. */
const KEYLESS_VERSION = 1;
const KEY_ID_BYTES = 4;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEYLESS_BYTES = 1 + IV_BYTES;
const HEADER_BYTES = 1 + KEY_ID_BYTES + IV_BYTES;
const MAX_KEYS = 16;

const HEX_KEY = /^[0-9a-f]{64}$/i;
const BASE64_KEY = /^[A-Za-z0-9+/_-]{43}=?$/;

/** How many bytes sealing adds, and added before. */
export const SEAL_OVERHEAD: number = HEADER_BYTES + TAG_BYTES;
export const KEYLESS_SEAL_OVERHEAD: number = KEYLESS_BYTES + TAG_BYTES;

/** The number of bytes that identify the key and make each sealing unique. */
export const SEAL_HEADER_BYTES: number = HEADER_BYTES;

/**
 * Seals a store's bytes with AES-256-GCM under the first of its keys. Sealed bytes open only with their own key,
 * which may be any of the keys, and in the same context.
 */
export interface ArtifactCipher {
  /** A secret derived from the first key, for `artifactId`: without it nobody can tell the text of an id. */
  readonly salt: string;
  seal(bytes: Uint8Array, context: string): Promise<Uint8Array>;
  /** True if the first key sealed this, as it would be sealed now. Sealed bytes, or the beginning of them. */
  isCurrent(sealed: Uint8Array): boolean;
  /** Rejects with `STORE_UNAVAILABLE` if the key or the context differs, or the bytes were changed. */
  open(sealed: Uint8Array, context: string): Promise<Uint8Array>;
}

interface SealingKey {
  readonly id: string;
  readonly salt: string;
  encrypt(plain: Uint8Array, parameters: SealParameters): Promise<Uint8Array>;
  decrypt(body: Uint8Array, parameters: SealParameters): Promise<Uint8Array>;
}

interface SealParameters {
  readonly iv: Uint8Array;
  readonly additionalData: Uint8Array;
}

/** `keys`: 32 bytes each, as 64 hexadecimal digits or in base64; a list, or one text with commas or blanks between. */
export function createArtifactCipher(keys: string | readonly string[]): ArtifactCipher {
  const known = keyTexts(keys).map(sealingKey);
  const [first] = known as [SealingKey, ...SealingKey[]];
  return {
    salt: first.salt,
    isCurrent: (sealed) => sealed[0] === VERSION && keyIdOf(sealed) === first.id,
    async seal(plain, context) {
      const iv = globalThis.crypto.getRandomValues(new Uint8Array(IV_BYTES));
      const body = await first.encrypt(plain, { iv, additionalData: contextBytes(VERSION, context) });
      const sealed = new Uint8Array(HEADER_BYTES + body.length);
      sealed[0] = VERSION;
      sealed.set(bytesOf(first.id), 1);
      sealed.set(iv, 1 + KEY_ID_BYTES);
      sealed.set(body, HEADER_BYTES);
      return sealed;
    },
    async open(sealed, context) {
      if (!isSealed(sealed)) throw unreadable("they were not written by this version with a key");
      const isKeyless = sealed[0] === KEYLESS_VERSION;
      const header = isKeyless ? KEYLESS_BYTES : HEADER_BYTES;
      const parameters = {
        iv: sealed.subarray(header - IV_BYTES, header),
        additionalData: contextBytes(sealed[0] ?? 0, context),
      };
      let failure: unknown;
      for (const key of isKeyless ? known : known.filter(({ id }) => id === keyIdOf(sealed))) {
        try {
          return await key.decrypt(sealed.subarray(header), parameters);
        } catch (error) {
          failure = error;
        }
      }
      throw unreadable("the key is not the one they were sealed with, or they were changed", failure);
    },
  };
}

/** A cipher if there is a key. */
export function optionalCipher(keys: string | readonly string[] | undefined): ArtifactCipher | undefined {
  return keys === undefined ? undefined : createArtifactCipher(keys);
}

function sealingKey(text: string): SealingKey {
  const bytes = keyBytes(text);
  const digits = hexDigits(bytes);
  const { subtle } = globalThis.crypto;
  const imported = (): ReturnType<typeof subtle.importKey> =>
    subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
  let cryptoKey: ReturnType<typeof imported> | undefined;
  const use = (): ReturnType<typeof imported> => (cryptoKey ??= imported());
  return {
    id: sha256(`plimsoll artifact key ${digits}`).slice(0, KEY_ID_BYTES * 2),
    salt: sha256(`plimsoll artifact ids ${digits}`),
    encrypt: async (plain, parameters) =>
      new Uint8Array(await subtle.encrypt({ name: "AES-GCM", ...parameters }, await use(), plain)),
    decrypt: async (body, parameters) =>
      new Uint8Array(await subtle.decrypt({ name: "AES-GCM", ...parameters }, await use(), body)),
  };
}

/** The keys as they were given, the first one first. One that is none is refused by `keyBytes`. */
function keyTexts(keys: unknown): string[] {
  const given: readonly unknown[] = Array.isArray(keys) ? keys : [keys];
  const texts = given.flatMap((key) => (typeof key === "string" ? key.trim().split(/[\s,]+/) : [key]));
  if (texts.length > MAX_KEYS) {
    throw new CompactError(
      "INVALID_CONFIG",
      `${texts.length} keys for artifacts were given; the maximum is ${MAX_KEYS}. Reseal the artifacts, and remove the keys that are no longer needed.`,
    );
  }
  return (texts.length === 0 ? [""] : texts) as string[];
}

const keyIdOf = (sealed: Uint8Array): string => hexDigits(sealed.subarray(1, 1 + KEY_ID_BYTES));

/** True for bytes that a cipher sealed, whatever its key; no plain artifact or reference begins like that. */
export function isSealed(bytes: Uint8Array): boolean {
  if (bytes[0] === KEYLESS_VERSION) return bytes.length >= KEYLESS_SEAL_OVERHEAD;
  return bytes[0] === VERSION && bytes.length >= SEAL_OVERHEAD;
}

/** As JSON, because UTF-8 would make all lone surrogates equal. */
function contextBytes(version: number, context: string): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(["plimsoll", version, context]));
}

function keyBytes(key: unknown): Uint8Array {
  const text = typeof key === "string" ? key.trim() : "";
  if (HEX_KEY.test(text)) return bytesOf(text);
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

/** The bytes of hexadecimal digits. */
function bytesOf(digits: string): Uint8Array {
  return Uint8Array.from({ length: digits.length / 2 }, (_, index) =>
    Number.parseInt(digits.slice(index * 2, index * 2 + 2), 16),
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
