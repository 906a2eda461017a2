import { sha256 } from "../conversation/sha256.js";
import type { Redactor } from "../redaction/redactor.js";

/** The key under which a protection is stored: one that holds a secret is told from others by a digest. */
export function protectionKey(key: string, redactor: Redactor): string {
  const redacted = redactor.text(key);
  return redacted === key ? key : `${redacted} ${sha256(key).slice(0, 12)}`;
}
