import { BoundedMap } from "../../collections/bounded-map.js";
import { CompactError } from "../../errors/compact-error.js";
import { withinTime } from "../../errors/within-time.js";
import { bytesOfHex, hexDigits } from "../../text/hex-digits.js";
import { sha256 } from "../../text/sha256.js";
import { AES_IV_BYTES, AES_TAG_BYTES, aesGcmKey, type AesGcmKey } from "./aes-gcm-key.js";
import type { KeyService, WrappedKey } from "./key-service.js";
import type { SealingCipher } from "./sealing-cipher.js";

/** The first byte of what a data key sealed. */
export const ENVELOPE_VERSION = 3;

/** Version, a digest of the wrapping key's id, the initialization vector. */
const DIGEST_BYTES = 4;
const FIXED_BYTES = 1 + DIGEST_BYTES + AES_IV_BYTES;
/** The lengths of the key's id and of the wrapped key, two bytes each. */
const LENGTH_BYTES = 2;
const MAX_ID_BYTES = 600;
const MAX_WRAPPED_BYTES = 8192;
/** A data key seals so many texts; random vectors stay unique far beyond that. */
const MAX_SEALS = 100_000;
const MAX_OPEN_KEYS = 1000;
/** A service that has not answered by then is asked again by whoever needs it next. */
const ANSWER_MS = 10_000;

/** So many bytes at the beginning tell how long the header is. */
export const ENVELOPE_HEAD_BYTES: number = FIXED_BYTES + LENGTH_BYTES * 2;

interface DataKey {
  readonly key: AesGcmKey;
  readonly wrapped: WrappedKey;
  /** What the service called its current key then. `wrapped.keyId` may be another name for it. */
  readonly current: string;
  seals: number;
}

interface Header {
  readonly iv: Uint8Array;
  readonly wrapped: WrappedKey;
  readonly length: number;
}

/**
 * Envelope encryption: data keys seal, and a key service wraps the data keys. The wrapped key stands in what it sealed,
 * so everything opens on its own, on any node that may ask the service. Opened data keys are remembered, so the
 * service is asked once for each; a new one is opened once before it seals.
 */
export function envelopeCipher(service: KeyService, answerMs: number = ANSWER_MS): SealingCipher {
  return new EnvelopeCipher(service, answerMs);
}

class EnvelopeCipher implements SealingCipher {
  readonly #service: KeyService;
  readonly #opened = new BoundedMap<string, Promise<AesGcmKey>>(MAX_OPEN_KEYS);
  readonly #answerMs: number;
  #current: Promise<DataKey> | undefined;

  constructor(service: KeyService, answerMs: number) {
    this.#service = service;
    this.#answerMs = answerMs;
  }

  get salt(): string {
    return this.#service.salt;
  }

  isCurrent(sealed: Uint8Array): boolean {
    const digest = digestOf(this.#service.currentKeyId());
    return sealed[0] === ENVELOPE_VERSION && digest.every((byte, index) => sealed[1 + index] === byte);
  }

  plainLength(head: Uint8Array, size: number): number | undefined {
    const length = headerLength(head);
    return length === undefined ? undefined : size - length - AES_TAG_BYTES;
  }

  async seal(plain: Uint8Array, context: string): Promise<Uint8Array> {
    const { key, wrapped, current } = await this.#dataKey();
    const iv = globalThis.crypto.getRandomValues(new Uint8Array(AES_IV_BYTES));
    const header = headerOf(wrapped, iv, current);
    const body = await key.encrypt(plain, { iv, additionalData: boundTo(context) });
    const sealed = new Uint8Array(header.length + body.length);
    sealed.set(header);
    sealed.set(body, header.length);
    return sealed;
  }

  async open(sealed: Uint8Array, context: string): Promise<Uint8Array> {
    const header = readHeader(sealed);
    if (!header) throw unreadable(this.#service.name, "their header is damaged");
    try {
      const key = await this.#open(header.wrapped);
      const { iv, length } = header;
      return await key.decrypt(sealed.subarray(length), { iv, additionalData: boundTo(context) });
    } catch (cause) {
      // The service may have given a wrong key.
      this.#opened.delete(nameOf(header.wrapped));
      throw unreadable(this.#service.name, "the key service refused, or they were changed", cause);
    }
  }

  /** The data key that seals now: a new one after many seals, and whenever the service has a new key. */
  async #dataKey(): Promise<DataKey> {
    const seen = this.#current;
    const known = await seen?.catch(() => undefined);
    const isFit = known && known.seals < MAX_SEALS && known.current === this.#service.currentKeyId();
    // Whoever comes at the same time uses the same new one.
    if (!isFit && this.#current === seen) this.#current = this.#newDataKey();
    const dataKey = await (this.#current as Promise<DataKey>);
    dataKey.seals++;
    return dataKey;
  }

  /** A data key seals nothing before the service has given it back: what it sealed could not be opened otherwise. */
  async #newDataKey(): Promise<DataKey> {
    const bytes = globalThis.crypto.getRandomValues(new Uint8Array(32));
    const current = this.#service.currentKeyId();
    try {
      const wrapped = checkedKey(await this.#ask("wrap", () => this.#service.wrap(bytes.slice())));
      const opened = await this.#ask("unwrap", () => this.#service.unwrap(wrapped));
      if (!isSame(opened, bytes)) throw new Error("it does not give the data key back that it wrapped");
      const key = aesGcmKey(bytes);
      this.#opened.set(nameOf(wrapped), Promise.resolve(key));
      return { key, wrapped, current, seals: 0 };
    } catch (cause) {
      throw unwrappable(this.#service.name, cause);
    }
  }

  /** A service that never answers would hold up whoever comes later too. */
  #ask<T>(what: string, question: () => Promise<T>): Promise<T> {
    const milliseconds = this.#answerMs;
    const tooLate = (): Error => new Error(`it did not ${what} a key within ${milliseconds} ms`);
    return withinTime({ milliseconds, tooLate }, question);
  }

  #open(wrapped: WrappedKey): Promise<AesGcmKey> {
    const name = nameOf(wrapped);
    const known = this.#opened.get(name);
    if (known) return known;
    const opening = this.#ask("unwrap", () => this.#service.unwrap(wrapped)).then(aesGcmKey);
    this.#opened.set(name, opening);
    // A service that is down for a moment is asked again.
    opening.catch(() => this.#opened.delete(name));
    return opening;
  }
}

function nameOf({ keyId, bytes }: WrappedKey): string {
  return JSON.stringify([keyId, hexDigits(bytes)]);
}

/** @throws Error with what is wrong about an answer of the service */
function checkedKey(answer: unknown): WrappedKey {
  const { keyId, bytes } = (answer ?? {}) as Partial<WrappedKey>;
  if (typeof keyId === "string" && keyId !== "" && bytes instanceof Uint8Array) return { keyId, bytes };
  throw new Error("it answered without the id of a key and the bytes of a wrapped one");
}

function isSame(one: unknown, other: Uint8Array): boolean {
  if (!(one instanceof Uint8Array) || one.length !== other.length) return false;
  return one.every((byte, index) => byte === other[index]);
}

function digestOf(keyId: string): Uint8Array {
  return bytesOfHex(sha256(`plimsoll wrapping key ${keyId}`).slice(0, DIGEST_BYTES * 2));
}

function headerOf({ keyId, bytes }: WrappedKey, iv: Uint8Array, current: string): Uint8Array {
  const id = new TextEncoder().encode(keyId);
  if (id.length > MAX_ID_BYTES || bytes.length > MAX_WRAPPED_BYTES)
    throw new CompactError(
      "STORE_UNAVAILABLE",
      `The key service wrapped a data key to ${bytes.length} bytes under an id of ${id.length}; at most ${MAX_WRAPPED_BYTES} and ${MAX_ID_BYTES} can be kept.`,
    );
  const header = new Uint8Array(ENVELOPE_HEAD_BYTES + id.length + bytes.length);
  header[0] = ENVELOPE_VERSION;
  header.set(digestOf(current), 1);
  header.set(iv, 1 + DIGEST_BYTES);
  const lengths = new DataView(header.buffer, FIXED_BYTES, LENGTH_BYTES * 2);
  lengths.setUint16(0, id.length);
  lengths.setUint16(LENGTH_BYTES, bytes.length);
  header.set(id, ENVELOPE_HEAD_BYTES);
  header.set(bytes, ENVELOPE_HEAD_BYTES + id.length);
  return header;
}

function lengthsIn(sealed: Uint8Array): { readonly id: number; readonly wrapped: number } | undefined {
  if (sealed[0] !== ENVELOPE_VERSION || sealed.length < ENVELOPE_HEAD_BYTES) return undefined;
  const view = new DataView(sealed.buffer, sealed.byteOffset + FIXED_BYTES, LENGTH_BYTES * 2);
  return { id: view.getUint16(0), wrapped: view.getUint16(LENGTH_BYTES) };
}

function headerLength(sealed: Uint8Array): number | undefined {
  const lengths = lengthsIn(sealed);
  return lengths && ENVELOPE_HEAD_BYTES + lengths.id + lengths.wrapped;
}

function readHeader(sealed: Uint8Array): Header | undefined {
  const lengths = lengthsIn(sealed);
  const length = headerLength(sealed);
  if (!lengths || length === undefined || sealed.length < length + AES_TAG_BYTES) return undefined;
  const idEnd = ENVELOPE_HEAD_BYTES + lengths.id;
  return {
    iv: sealed.subarray(1 + DIGEST_BYTES, FIXED_BYTES),
    wrapped: {
      keyId: new TextDecoder().decode(sealed.subarray(ENVELOPE_HEAD_BYTES, idEnd)),
      bytes: sealed.slice(idEnd, length),
    },
    length,
  };
}

/** As JSON, because UTF-8 would make all lone surrogates equal. */
function boundTo(context: string): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(["plimsoll", ENVELOPE_VERSION, context]));
}

function unreadable(service: string, reason: string, cause?: unknown): CompactError {
  return new CompactError(
    "STORE_UNAVAILABLE",
    `Encrypted bytes of the store cannot be opened with the key service ${service}: ${reason}.`,
    { cause },
  );
}

function unwrappable(service: string, cause: unknown): CompactError {
  return new CompactError(
    "STORE_UNAVAILABLE",
    `The key service ${service} wraps no data key, so nothing can be written encrypted: ${cause instanceof Error ? cause.message : String(cause)}`,
    { cause },
  );
}
