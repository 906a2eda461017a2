/** A secret with a name that is no secret. */
export interface SealingKey {
  /** `[a-z0-9]{1,32}`. */
  readonly id: string;
  /** 32 bytes. */
  readonly secret: Uint8Array;
}
