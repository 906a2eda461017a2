import { storeFunctions } from "../join-parts.js";
import type { StorageAdapter } from "../storage-adapter.js";
import { Patience } from "./patience.js";
import { timedHold } from "./timed-hold.js";

const SLOW = { isSlow: true };

export interface TimedStorage extends StorageAdapter {
  /** Has a store that did not answer asked once more, before its time: nobody will later. */
  insist(): void;
}

/**
 * The same store with a time limit: fails with `STORE_UNAVAILABLE` if it does not answer in time; 0 waits
 * forever.
 */
export function timedStorage(store: StorageAdapter, milliseconds: number): TimedStorage {
  // Two, because the parts of a split store answer or hang on their own.
  const entries = new Patience(store.name, milliseconds);
  const artifacts = new Patience(store.name, milliseconds);
  return {
    ...storeFunctions(store),
    append: (sessionId, added) => entries.wait("append", () => store.append(sessionId, added)),
    read: (sessionId, kinds) => entries.list("read", () => store.read(sessionId, kinds)),
    find: (sessionId, ids) => entries.list("find", () => store.find(sessionId, ids)),
    sessions: () => entries.list("list sessions", () => store.sessions(), SLOW),
    remove: (sessionId) => entries.wait("remove", () => store.remove(sessionId), SLOW),
    sweep: (before, options) => entries.list("sweep", () => store.sweep(before, options), SLOW),
    ...timedHold(store, entries),
    putArtifacts: (scope, added) => artifacts.list("put artifacts", () => store.putArtifacts(scope, added)),
    getArtifact: (scope, id) => artifacts.wait("get an artifact", () => store.getArtifact(scope, id)),
    listArtifacts: (scope, options) =>
      artifacts.list("list artifacts", () => store.listArtifacts(scope, options)),
    searchArtifacts: (scope, words, options) =>
      artifacts.list("search artifacts", () => store.searchArtifacts(scope, words, options), SLOW),
    artifactSessions: (tenant) =>
      artifacts.list("list artifact sessions", () => store.artifactSessions(tenant), SLOW),
    removeArtifacts: (scope) => artifacts.wait("remove artifacts", () => store.removeArtifacts(scope), SLOW),
    sweepArtifacts: (before, options) =>
      artifacts.wait("sweep artifacts", () => store.sweepArtifacts(before, options), SLOW),
    close: () => entries.wait("close", () => store.close()),
    insist() {
      entries.renew();
      artifacts.renew();
    },
  };
}
