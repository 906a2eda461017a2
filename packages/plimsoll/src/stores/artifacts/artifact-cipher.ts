import { bytesOfHex, hexDigits } from "../../text/hex-digits.js";
import { sha256 } from "../../text/sha256.js";
import { CompactError } from "../../errors/compact-error.js";
import {
  AES_IV_BYTES as IV_BYTES,
  AES_TAG_BYTES as TAG_BYTES,
  type AesGcmKey,
  aesGcmKey,
} from "../keys/aes-gcm-key.js";
import { ENVELOPE_HEAD_BYTES, ENVELOPE_VERSION, envelopeCipher } from "../keys/envelope-cipher.js";
import { type ArtifactKeys, isKeyService } from "../keys/key-service.js";
import type { SealingCipher } from "../keys/sealing-cipher.js";

/** Sealed bytes: the version, which key it was, the initialization vector, the ciphertext with its tag. */
const VERSION = 2;
/** As before, without a word about the key. */
const KEYLESS_VERSION = 1;
const KEY_ID_BYTES = 4;
const KEYLESS_BYTES = 1 + IV_BYTES;
const HEADER_BYTES = 1 + KEY_ID_BYTES + IV_BYTES;
const MAX_KEYS = 16;

const HEX_KEY = /^[0-9a-f]{64}$/i;
const BASE64_KEY = /^[A-Za-z0-9+/_-]{43}=?$/;

const SEAL_OVERHEAD = HEADER_BYTES + TAG_BYTES;
const KEYLESS_SEAL_OVERHEAD = KEYLESS_BYTES + TAG_BYTES;

/** The number of bytes that identify the key and make each sealing unique. */
export const SEAL_HEADER_BYTES: number = HEADER_BYTES;

/** So many bytes at the beginning tell how long the plain bytes are. */
export const SEAL_HEAD_BYTES: number = ENVELOPE_HEAD_BYTES;

/** Seals the bytes of a store with keys that the caller has, or by a key service. */
export type ArtifactCipher = SealingCipher;

interface SealingKey extends AesGcmKey {
  readonly id: string;
  readonly salt: string;
}

/**
 * A cipher under the first of the keys or services; all of them open.
 *
 * @throws CompactError `INVALID_CONFIG` for a key that is none.
 */
export function createArtifactCipher(given: ArtifactKeys): ArtifactCipher {
  const parts: readonly unknown[] = Array.isArray(given) ? given : [given];
  const service = parts.find(isKeyService);
  const texts = parts.filter((part) => !isKeyService(part)) as string[];
  if (!service) return keyCipher(texts);
  const envelope = envelopeCipher(service);
  if (texts.length === 0) return envelope;
  const earlier = keyCipher(texts);
  const of = (sealed: Uint8Array): ArtifactCipher => (sealed[0] === ENVELOPE_VERSION ? envelope : earlier);
  return {
    salt: envelope.salt,
    isCurrent: (sealed) => envelope.isCurrent(sealed),
    plainLength: (head, size) => of(head).plainLength(head, size),
    seal: (plain, context) => envelope.seal(plain, context),
    open: (sealed, context) => of(sealed).open(sealed, context),
  };
}

/** `keys`: 32 bytes each, as 64 hexadecimal digits or in base64; a list, or one text with commas or blanks between. */
function keyCipher(keys: readonly string[]): ArtifactCipher {
  const known = keyTexts(keys).map(sealingKey);
  const [first] = known as [SealingKey, ...SealingKey[]];
  return {
    salt: first.salt,
    isCurrent: (sealed) => sealed[0] === VERSION && keyIdOf(sealed) === first.id,
    plainLength: ([version], size) =>
      size - (version === KEYLESS_VERSION ? KEYLESS_SEAL_OVERHEAD : SEAL_OVERHEAD),
    async seal(plain, context) {
      const iv = globalThis.crypto.getRandomValues(new Uint8Array(IV_BYTES));
      const body = await first.encrypt(plain, { iv, additionalData: contextBytes(VERSION, context) });
      const sealed = new Uint8Array(HEADER_BYTES + body.length);
      sealed[0] = VERSION;
      sealed.set(bytesOfHex(first.id), 1);
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
export function optionalCipher(keys: ArtifactKeys | undefined): ArtifactCipher | undefined {
  return keys === undefined ? undefined : createArtifactCipher(keys);
}

function sealingKey(text: string): SealingKey {
  const bytes = keyBytes(text);
  const digits = hexDigits(bytes);
  return {
    ...aesGcmKey(bytes),
    id: sha256(`plimsoll artifact key ${digits}`).slice(0, KEY_ID_BYTES * 2),
    salt: sha256(`plimsoll artifact ids ${digits}`),
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
  if (bytes[0] === ENVELOPE_VERSION) return bytes.length >= ENVELOPE_HEAD_BYTES + TAG_BYTES;
  return bytes[0] === VERSION && bytes.length >= SEAL_OVERHEAD;
}

/** As JSON, because UTF-8 would make all lone surrogates equal. */
function contextBytes(version: number, context: string): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(["plimsoll", version, context]));
}

function keyBytes(key: unknown): Uint8Array {
  const text = typeof key === "string" ? key.trim() : "";
  if (HEX_KEY.test(text)) return bytesOfHex(text);
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

function unreadable(reason: string, cause?: unknown): CompactError {
  return new CompactError(
    "STORE_UNAVAILABLE",
    `Encrypted bytes of an artifact store cannot be opened: ${reason}. Check the key.`,
    { cause },
  );
}
