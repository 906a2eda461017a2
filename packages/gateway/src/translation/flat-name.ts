import { createHash } from "node:crypto";

const MAX_CHARACTERS = 64;
const DIGEST_CHARACTERS = 8;

/**
 * One name that every upstream accepts: letters, digits, `_` and `-`, at most 64 characters. The same tool has the same name in
 * every request. A name that must be changed carries a digest, so that two tools never share one.
 */
export function flatName(name: string, namespace?: string): string {
  const whole = namespace === undefined ? name : `${namespace}__${name}`;
  const plain = whole.replace(/[^A-Za-z0-9_-]/g, "_").replace(/^(?![A-Za-z_])/, "_");
  if (plain === whole && plain.length <= MAX_CHARACTERS) return plain;
  const digest = createHash("sha256").update(whole).digest("hex").slice(0, DIGEST_CHARACTERS);
  return `${plain.slice(0, MAX_CHARACTERS - DIGEST_CHARACTERS - 1)}_${digest}`;
}
