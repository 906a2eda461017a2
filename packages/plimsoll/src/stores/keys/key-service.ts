/**
 * Keeps the keys that protect a store, such as a cloud KMS or a file. It never sees what is stored: each store seals
 * with data keys of its own, and the service only wraps and unwraps those.
 */
export interface KeyService {
  readonly name: string;
  /** A secret that never changes, for the ids of artifacts: without it nobody can tell the text of an id. */
  readonly salt: string;
  /** The id of the key that wraps now, at most 200 characters. Asked often: answer from memory. */
  currentKeyId(): string;
  /** Wraps a data key of 32 bytes with the current key; at most 8 KB. It is unwrapped once before it is used. */
  wrap(dataKey: Uint8Array): Promise<WrappedKey>;
  /** The data key. Rejects if the key of this id is gone, or the bytes were changed. */
  unwrap(wrapped: WrappedKey): Promise<Uint8Array>;
  /** Makes a new current key; the old ones go on opening what they wrapped. Resolves with its id. */
  rotate?(): Promise<string>;
}

/** A data key that only the service can open. */
export interface WrappedKey {
  readonly keyId: string;
  readonly bytes: Uint8Array;
}

/** What protects a store: keys, a key service, or a service and the keys from before it. The first one seals. */
export type ArtifactKeys = string | KeyService | readonly (string | KeyService)[];

export function isKeyService(value: unknown): value is KeyService {
  const { wrap, unwrap, currentKeyId } = (value ?? {}) as Partial<KeyService>;
  return [wrap, unwrap, currentKeyId].every((part) => typeof part === "function");
}
