import { CompactError } from "../../errors/compact-error.js";
import type { ArtifactCipher } from "./artifact-cipher.js";

/** The bytes under the first key; undefined if no key opens them. */
export async function resealBytes(
  cipher: ArtifactCipher,
  sealed: Uint8Array,
  context: string,
): Promise<Uint8Array | undefined> {
  try {
    return await cipher.seal(await cipher.open(sealed, context), context);
  } catch (error) {
    if (CompactError.isInstance(error)) return undefined;
    throw error;
  }
}

/** Finished work stays; the next run continues from there. */
export function stopIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted !== true) return;
  throw new CompactError(
    "ABORTED",
    "The signal stopped resealing the artifacts; start it again to continue.",
  );
}

/** The cipher of a store to reseal; refuses a store without a key. */
export function requireCipher(cipher: ArtifactCipher | undefined): ArtifactCipher {
  if (cipher) return cipher;
  throw new CompactError(
    "INVALID_CONFIG",
    "The artifact store has no key; pass the new key first, then the old ones.",
  );
}
