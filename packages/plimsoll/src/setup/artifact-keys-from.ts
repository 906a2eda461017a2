import type { StorageSettings } from "../config/settings.js";
import { localKeyRing } from "../stores/keys/local-key-ring.js";
import type { ArtifactKeys } from "../stores/keys/key-service.js";

/**
 * What the settings protect a store with: the key ring, which seals, and the key of the environment, which opens what it
 * sealed before there was a ring.
 *
 * @throws CompactError `INVALID_CONFIG` if the key ring is damaged or cannot be made.
 */
export function artifactKeysFrom(
  { artifactKeyEnv, keyRing }: StorageSettings,
  environment: Readonly<Record<string, string | undefined>>,
): ArtifactKeys | undefined {
  const key = environment[artifactKeyEnv] || undefined;
  if (keyRing === undefined) return key;
  return [localKeyRing({ path: keyRing }), ...(key === undefined ? [] : [key])];
}
