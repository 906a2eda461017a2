import { CompactError } from "../../errors/compact-error.js";
import type { ArtifactCipher } from "./artifact-cipher.js";

/** The bytes under the first key; undefined where no key opens them. */
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

/** What is done is done; the next time goes on from there. */
export function stopIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted !== true) return;
  throw new CompactError(
    "ABORTED",
    "The signal stopped resealing the artifacts; start it again to continue.",
  );
}

/** The cipher of a store that is to be sealed anew; one without a key cannot be. */
export function requireCipher(cipher: ArtifactCipher | undefined): ArtifactCipher {
  if (cipher) return cipher;
  throw new CompactError(
    "INVALID_CONFIG",
    "The artifact store has no key; pass the new key first, then the old ones.",
  );
}
