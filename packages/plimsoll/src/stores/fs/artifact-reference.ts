import { isRecord } from "../../text/is-record.js";
import { CompactError } from "../../errors/compact-error.js";
import { type ArtifactCipher, isSealed } from "../artifacts/artifact-cipher.js";
import type { ArtifactInfo } from "../artifacts/artifact.js";

const VERSION = 1;
const NAME = /^(art_[0-9a-f]{32})\.(-?\d{1,15})\.json$/;

/**
 * The name of a reference: which artifact, and when it was last stored. The time is part of the name, so deleting
 * an expired reference can never hit one that a writer renewed in the meantime.
 */
export interface ReferenceName {
  readonly id: string;
  readonly time: number;
}

/** The content of a reference file: an artifact as one session knows it. */
export interface ArtifactReference {
  readonly sessionId: string;
  readonly info: ArtifactInfo;
}

/** The place of a reference, which sealed bytes are bound to, and the cipher that seals them. */
export interface ReferencePlace {
  readonly path: string;
  readonly context: string;
  readonly cipher: ArtifactCipher | undefined;
}

export function referenceFileName({ id, time }: ReferenceName): string {
  return `${id}.${time}.json`;
}

export function parseReferenceFileName(name: string): ReferenceName | undefined {
  const [, id, time] = NAME.exec(name) ?? [];
  return id === undefined || time === undefined ? undefined : { id, time: Number(time) };
}

/** Newest first; references of the same instant by id, so that the order is always the same. */
export function compareReferenceNames(left: ReferenceName, right: ReferenceName): number {
  if (left.time !== right.time) return right.time - left.time;
  if (left.id === right.id) return 0;
  return left.id < right.id ? -1 : 1;
}

export async function encodeReference(
  reference: ArtifactReference,
  place: ReferencePlace,
): Promise<Uint8Array> {
  const { id: _, ...info } = reference.info;
  const json = JSON.stringify({
    plimsoll: "artifact",
    version: VERSION,
    sessionId: reference.sessionId,
    ...info,
  });
  const bytes = new TextEncoder().encode(`${json}\n`);
  return place.cipher ? place.cipher.seal(bytes, place.context) : bytes;
}

/** The content of the file; throws `STORE_UNAVAILABLE` with what to do about it. */
export async function decodeReference(
  bytes: Uint8Array,
  { id }: ReferenceName,
  place: ReferencePlace,
): Promise<ArtifactReference> {
  const { sessionId, kind, label, characters, lines, firstTs, lastTs } = parse(
    await plainBytes(bytes, place),
    place,
  );
  const isWhole =
    [sessionId, kind, label, firstTs, lastTs].every((value) => typeof value === "string") &&
    [characters, lines].every(Number.isSafeInteger);
  if (!isWhole) throw damaged(place, "fields are missing");
  return { sessionId, info: { id, kind, label, characters, lines, firstTs, lastTs } } as ArtifactReference;
}

async function plainBytes(bytes: Uint8Array, { path, context, cipher }: ReferencePlace): Promise<Uint8Array> {
  if (cipher) return cipher.open(bytes, context);
  if (!isSealed(bytes)) return bytes;
  throw new CompactError(
    "STORE_UNAVAILABLE",
    `The artifact reference ${path} is encrypted. Give the store the key that it was written with.`,
    { details: { path } },
  );
}

function parse(bytes: Uint8Array, place: ReferencePlace): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw damaged(place, "it is no JSON", cause);
  }
  if (!isRecord(value) || value.plimsoll !== "artifact") throw damaged(place, "it is no artifact reference");
  if (value.version === VERSION) return value;
  throw new CompactError(
    "STORE_UNAVAILABLE",
    `The artifact reference ${place.path} has format version ${JSON.stringify(value.version)?.slice(0, 20)}; ` +
      `this release reads version ${VERSION}. Use the release that wrote it.`,
    { details: { path: place.path } },
  );
}

function damaged({ path }: ReferencePlace, reason: string, cause?: unknown): CompactError {
  return new CompactError(
    "STORE_UNAVAILABLE",
    `The artifact reference ${path} is damaged: ${reason}. Restore it from a backup, or delete it.`,
    { details: { path }, cause },
  );
}
