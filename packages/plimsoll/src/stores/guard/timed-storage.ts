import { Patience } from "./patience.js";
import type { StorageAdapter } from "../storage-adapter.js";

const SLOW = { isSlow: true };

/** The same store, which fails with `STORE_UNAVAILABLE` where it does not answer in time; 0 waits without end. */
export function timedStorage(storage: StorageAdapter, milliseconds: number): StorageAdapter {
  const patience = new Patience(storage.name, milliseconds);
  return {
    name: storage.name,
    ...(storage.artifacts ? { artifacts: storage.artifacts } : {}),
    append: (sessionId, entries) => patience.wait("append", () => storage.append(sessionId, entries)),
    read: (sessionId, kinds) => patience.list("read", () => storage.read(sessionId, kinds)),
    find: (sessionId, ids) => patience.list("find", () => storage.find(sessionId, ids)),
    sessions: () => patience.list("list sessions", () => storage.sessions(), SLOW),
    remove: (sessionId) => patience.wait("remove", () => storage.remove(sessionId), SLOW),
    sweep: (before) => patience.list("sweep", () => storage.sweep(before), SLOW),
    close: () => patience.wait("close", () => storage.close()),
  };
}
