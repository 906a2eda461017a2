import { sha256 } from "../../text/sha256.js";
import type { Protection } from "../../facts/checkpoint/protected-items.js";
import type { Redactor } from "../../redaction/redactor.js";
import type { StoredEntry } from "../../stores/storage-adapter.js";

/** A protection as it is stored. */
export const protectionEntry = (protection: Protection, ts: string): StoredEntry => ({
  kind: "protected",
  id: `protected_${protection.itemId}_${ts}`,
  ts,
  data: protection,
});

/** The key under which a protection is stored; a key with a secret is identified by a digest. */
export function protectionKey(key: string, redactor: Redactor): string {
  const redacted = redactor.text(key);
  return redacted === key ? key : `${redacted} ${sha256(key).slice(0, 12)}`;
}
