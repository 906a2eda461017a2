import { storeFunctions } from "../join-parts.js";
import type { StorageAdapter } from "../storage-adapter.js";

const MILLISECONDS_A_DAY = 86_400_000;

/** The same store; reading an artifact renews it, at most once a day, so that used artifacts are not idle. */
export function renewingStorage(store: StorageAdapter, now: () => string): StorageAdapter {
  return {
    ...storeFunctions(store),
    async getArtifact(scope, id) {
      const artifact = await store.getArtifact(scope, id);
      if (!artifact) return undefined;
      const ts = now();
      if (Date.parse(ts) - Date.parse(artifact.lastTs) > MILLISECONDS_A_DAY) {
        const { text, kind, label } = artifact;
        // Whoever reads need not be able to write.
        await store.putArtifacts(scope, [{ text, kind, label, ts }]).catch(() => undefined);
      }
      return artifact;
    },
  };
}
