import type { ArtifactStore } from "../artifact-store.js";
import { Patience } from "./patience.js";

const SLOW = { isSlow: true };

/** The same store, which fails with `STORE_UNAVAILABLE` where it does not answer in time; 0 waits without end. */
export function timedArtifacts(store: ArtifactStore, milliseconds: number): ArtifactStore {
  const patience = new Patience(store.name, milliseconds);
  return {
    name: store.name,
    ...(store.salt === undefined ? {} : { salt: store.salt }),
    put: (scope, artifacts) => patience.list("put", () => store.put(scope, artifacts)),
    get: (scope, id) => patience.wait("get", () => store.get(scope, id)),
    list: (scope, options) => patience.list("list", () => store.list(scope, options)),
    search: (scope, words, options) =>
      patience.list("search", () => store.search(scope, words, options), SLOW),
    sessions: (tenant) => patience.list("list sessions", () => store.sessions(tenant), SLOW),
    remove: (scope) => patience.wait("remove", () => store.remove(scope), SLOW),
    sweep: (before, options) => patience.wait("sweep", () => store.sweep(before, options), SLOW),
    close: () => patience.wait("close", () => store.close()),
  };
}
