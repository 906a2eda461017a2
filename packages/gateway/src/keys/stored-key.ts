/** A gateway key as the file keeps it: the key itself is not in it. */
export interface StoredKey {
  /** For people: `key_4f1c09ab`. */
  readonly id: string;
  readonly name: string;
  /** Whose conversations, stored responses and artifacts it opens. */
  readonly tenant: string;
  /** SHA-256 of the key, in hexadecimal digits. Keys have 256 random bits: no salt or slow hash is needed. */
  readonly hash: string;
  readonly created: string;
}
