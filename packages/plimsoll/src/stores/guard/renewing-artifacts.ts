import type { ArtifactStore } from "../artifact-store.js";

const MILLISECONDS_A_DAY = 86_400_000;

/** The same store, in which an artifact that is read counts as stored anew, once a day: what is used is not idle. */
export function renewingArtifacts(store: ArtifactStore, now: () => string): ArtifactStore {
  return {
    name: store.name,
    ...(store.salt === undefined ? {} : { salt: store.salt }),
    put: (scope, artifacts) => store.put(scope, artifacts),
    async get(scope, id) {
      const artifact = await store.get(scope, id);
      if (!artifact) return undefined;
      const ts = now();
      if (Date.parse(ts) - Date.parse(artifact.lastTs) > MILLISECONDS_A_DAY) {
        const { text, kind, label } = artifact;
        // Whoever reads need not be able to write.
        await store.put(scope, [{ text, kind, label, ts }]).catch(() => undefined);
      }
      return artifact;
    },
    list: (scope, options) => store.list(scope, options),
    search: (scope, words, options) => store.search(scope, words, options),
    sessions: (tenant) => store.sessions(tenant),
    remove: (scope) => store.remove(scope),
    sweep: (before, options) => store.sweep(before, options),
    close: () => store.close(),
  };
}
