import { createHash } from "node:crypto";

/** The id under which the API knows a call: it takes no other characters, and what fits is left as it is. */
export function toolUseId(id: string): string {
  if (/^[a-zA-Z0-9_-]{1,128}$/u.test(id)) return id;
  return `call_${createHash("sha256").update(id).digest("hex").slice(0, 32)}`;
}
