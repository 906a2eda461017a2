/**
 * Seals a store's bytes with AES-256-GCM under the first of its keys. Sealed bytes open only with their own key,
 * which may be any of the keys, and in the same context.
 */
export interface SealingCipher {
  /** A secret derived from the first key, for `artifactId`: without it nobody can tell the text of an id. */
  readonly salt: string;
  seal(bytes: Uint8Array, context: string): Promise<Uint8Array>;
  /** True if the first key sealed this, as it would be sealed now. Sealed bytes, or the beginning of them. */
  isCurrent(sealed: Uint8Array): boolean;
  /** How long what was sealed is, by the first `SEAL_HEAD_BYTES` and the number of all bytes. */
  plainLength(head: Uint8Array, size: number): number | undefined;
  /** Rejects with `STORE_UNAVAILABLE` if the key or the context differs, or the bytes were changed. */
  open(sealed: Uint8Array, context: string): Promise<Uint8Array>;
}
