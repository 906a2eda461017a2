import { CompactError } from "../errors/compact-error.js";
import { validateArtifactInputs } from "./artifacts/validate-artifact-inputs.js";
import { encodeEntries, passEntry } from "./entries/encode-entries.js";
import { validateSessionId } from "./validate-session-id.js";
import type { LegalHolds } from "./holds/legal-hold.js";
import { useExclusively } from "./exclusive-use.js";
import type { StorageAdapter } from "./storage-adapter.js";

export interface LazyStoreOptions {
  readonly name: string;
  /** The salt of the store's artifact ids, needed before it is open. */
  readonly artifactSalt?: string;
  /** Other processes use the store too. */
  readonly isShared?: boolean;
  open(): Promise<StorageAdapter>;
}

/** A store that is opened by the first call that needs it. Where that fails, the next call tries again. */
export function lazyStore({ name, artifactSalt, isShared, open }: LazyStoreOptions): StorageAdapter {
  const opening = new Opening(name, open);
  const use = <T>(task: (store: StorageAdapter) => Promise<T>): Promise<T> => opening.use(task);
  return {
    name,
    async append(sessionId, entries) {
      validateSessionId(sessionId);
      // Copied before anything is waited for: the caller may change them.
      const copies = encodeEntries(entries).map(passEntry);
      await use((store) => store.append(sessionId, copies));
    },
    read: (sessionId, kinds) => use((store) => store.read(sessionId, kinds)),
    find: (sessionId, ids) => use((store) => store.find(sessionId, ids)),
    sessions: () => use((store) => store.sessions()),
    remove: (sessionId) => use((store) => store.remove(sessionId)),
    sweep: (before, options) => use((store) => store.sweep(before, options)),
    holds: lazyHolds(use),
    ...(isShared === true
      ? {
          exclusively: (sessionId, task, options) =>
            use((store) => useExclusively(store, { sessionId, ...options }, task)),
        }
      : {}),
    ...(artifactSalt === undefined ? {} : { artifactSalt }),
    async putArtifacts(scope, artifacts) {
      const copies = validateArtifactInputs(artifacts);
      return use((store) => store.putArtifacts(scope, copies));
    },
    getArtifact: (scope, id) => use((store) => store.getArtifact(scope, id)),
    listArtifacts: (scope, options) => use((store) => store.listArtifacts(scope, options)),
    searchArtifacts: (scope, words, options) => use((store) => store.searchArtifacts(scope, words, options)),
    artifactSessions: (tenant) => use((store) => store.artifactSessions(tenant)),
    removeArtifacts: (scope) => use((store) => store.removeArtifacts(scope)),
    sweepArtifacts: (before, options) => use((store) => store.sweepArtifacts(before, options)),
    close: () => opening.close(),
  };
}

function lazyHolds(use: <T>(task: (store: StorageAdapter) => Promise<T>) => Promise<T>): LegalHolds {
  const onHolds = <T>(task: (holds: LegalHolds) => Promise<T>): Promise<T> =>
    use(async (store) => {
      if (store.holds) return task(store.holds);
      throw new CompactError(
        "INVALID_CONFIG",
        `The ${store.name} store has no legal holds; wrap it in withHolds().`,
      );
    });
  return {
    list: (options) => onHolds((holds) => holds.list(options)),
    place: (scope, note) => onHolds((holds) => holds.place(scope, note)),
    release: (id, note) => onHolds((holds) => holds.release(id, note)),
  };
}

class Opening {
  readonly #name: string;
  readonly #open: () => Promise<StorageAdapter>;
  #store: Promise<StorageAdapter> | undefined;
  #isClosed = false;

  constructor(name: string, open: () => Promise<StorageAdapter>) {
    this.#name = name;
    this.#open = open;
  }

  async use<T>(task: (store: StorageAdapter) => Promise<T>): Promise<T> {
    if (this.#isClosed)
      throw new CompactError("STORE_UNAVAILABLE", `The ${this.#name} store was closed; open it again.`);
    this.#store ??= this.#open();
    const opening = this.#store;
    const store = await opening.catch((error: unknown) => {
      if (this.#store === opening) this.#store = undefined;
      throw error;
    });
    return task(store);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    // A store that never opened has nothing to close.
    const store = await this.#store?.catch(() => undefined);
    await store?.close();
  }
}
