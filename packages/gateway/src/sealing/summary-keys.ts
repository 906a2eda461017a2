import { hkdfSync } from "node:crypto";
import type { SealingKey } from "./sealing-key.js";

const BYTES = 32;

/**
 * The secrets by which every node with the same key ring recognises summaries that one of them wrote for this tenant. The newest
 * key seals, so a summary of an older one is known as long as that key is in the ring.
 */
export function summaryKeys(keys: readonly SealingKey[], tenant: string): string[] {
  const info = `plimsoll gateway summary ${tenant}`;
  return keys.map(({ secret }) => Buffer.from(hkdfSync("sha256", secret, "", info, BYTES)).toString("hex"));
}
