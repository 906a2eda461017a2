import { createHash, timingSafeEqual } from "node:crypto";
import type { StoredKey } from "./stored-key.js";

/** The tenant of all requests where no keys are used. */
export const LOCAL_TENANT = "local";
const MAX_KEY = 512;

/** The keys that open this gateway. */
export class KeyRing {
  readonly #keys: readonly { readonly hash: Buffer; readonly tenant: string }[];
  /** True if no keys are used: everybody who reaches the server is the local tenant. */
  readonly isOpen: boolean;

  /** `undefined`: no keys are used. An empty list lets nobody in. */
  constructor(keys: readonly StoredKey[] | undefined) {
    this.isOpen = keys === undefined;
    this.#keys = (keys ?? []).map(({ hash, tenant }) => ({ hash: Buffer.from(hash, "hex"), tenant }));
  }

  get size(): number {
    return this.#keys.length;
  }

  /** Whose key it is. Takes the same time for every key, right or wrong. */
  tenantOf(key: string): string | undefined {
    if (this.isOpen) return LOCAL_TENANT;
    const given = createHash("sha256").update(key.slice(0, MAX_KEY)).digest();
    let tenant: string | undefined;
    for (const known of this.#keys) {
      if (timingSafeEqual(given, known.hash)) tenant = known.tenant;
    }
    return key.length > MAX_KEY ? undefined : tenant;
  }
}
