import { CompactError } from "../../errors/compact-error.js";
import { type ArtifactCipher, isSealed } from "../artifacts/artifact-cipher.js";
import type { ArtifactInfo } from "../artifacts/artifact.js";
import { resealBytes } from "../artifacts/reseal-bytes.js";

/** An object is four bytes with the length of its header, the header, and the payload; the two are sealed apart. */
const LENGTH_BYTES = 4;
const VERSION = 1;

export interface ArtifactHeader {
  readonly sessionId: string;
  readonly info: ArtifactInfo;
}

/** An artifact as an object holds it. */
export interface ArtifactObject {
  readonly header: ArtifactHeader;
  readonly payload: Uint8Array;
}

interface Place {
  readonly key: string;
  readonly cipher: ArtifactCipher | undefined;
  /** The bytes end with the header. */
  readonly isHeaderOnly?: boolean;
}

/** What sealed bytes are bound to. The key of an object holds tenant, session, id and time. */
const contextOf = (part: "header" | "payload", key: string): string =>
  JSON.stringify(["s3 artifact", part, key]);

export async function encodeArtifact(
  header: ArtifactHeader,
  payload: Uint8Array,
  place: Place,
): Promise<Uint8Array> {
  const json = JSON.stringify({ plimsoll: "artifact", version: VERSION, ...header });
  const plain = new TextEncoder().encode(json);
  const { key, cipher } = place;
  return joined(
    cipher ? await cipher.seal(plain, contextOf("header", key)) : plain,
    cipher ? await cipher.seal(payload, contextOf("payload", key)) : payload,
  );
}

/** Where the payload begins. */
export function headerEnd(bytes: Uint8Array, key: string): number {
  if (bytes.length < LENGTH_BYTES) throw damaged(key);
  return LENGTH_BYTES + new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
}

export async function decodeArtifact(
  bytes: Uint8Array,
  { key, cipher, isHeaderOnly = false }: Place,
): Promise<ArtifactObject> {
  const end = headerEnd(bytes, key);
  if (end > bytes.length) throw damaged(key);
  const open = async (part: "header" | "payload", sealed: Uint8Array): Promise<Uint8Array> => {
    if (cipher) return cipher.open(sealed, contextOf(part, key));
    if (isSealed(sealed)) throw needsKey(key);
    return sealed;
  };
  const header = parsed(await open("header", bytes.subarray(LENGTH_BYTES, end)), key);
  return { header, payload: isHeaderOnly ? new Uint8Array() : await open("payload", bytes.subarray(end)) };
}

/** The bytes under the first key, or why they stay as they are. */
export async function resealArtifact(
  bytes: Uint8Array,
  cipher: ArtifactCipher,
  key: string,
): Promise<Uint8Array | "current" | "unreadable"> {
  const end = headerEnd(bytes, key);
  const [header, payload] = [bytes.subarray(LENGTH_BYTES, end), bytes.subarray(end)];
  if (cipher.isCurrent(header) && cipher.isCurrent(payload)) return "current";
  const resealed = [
    await resealBytes(cipher, header, contextOf("header", key)),
    await resealBytes(cipher, payload, contextOf("payload", key)),
  ];
  return resealed[0] && resealed[1] ? joined(resealed[0], resealed[1]) : "unreadable";
}

function joined(header: Uint8Array, payload: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(LENGTH_BYTES + header.length + payload.length);
  new DataView(bytes.buffer).setUint32(0, header.length);
  bytes.set(header, LENGTH_BYTES);
  bytes.set(payload, LENGTH_BYTES + header.length);
  return bytes;
}

function parsed(bytes: Uint8Array, key: string): ArtifactHeader {
  try {
    const value = JSON.parse(new TextDecoder().decode(bytes)) as Partial<ArtifactHeader> & {
      plimsoll?: string;
    };
    if (value.plimsoll === "artifact" && value.info && value.sessionId !== undefined)
      return value as ArtifactHeader;
  } catch (cause) {
    throw damaged(key, cause);
  }
  throw damaged(key);
}

function needsKey(key: string): CompactError {
  return new CompactError(
    "STORE_UNAVAILABLE",
    `The object ${key} is encrypted. Give the store the key that it was written with.`,
    { details: { path: key } },
  );
}

function damaged(key: string, cause?: unknown): CompactError {
  return new CompactError(
    "STORE_UNAVAILABLE",
    `The object ${key} is damaged. Restore it from a backup, or delete it.`,
    {
      details: { path: key },
      cause,
    },
  );
}
