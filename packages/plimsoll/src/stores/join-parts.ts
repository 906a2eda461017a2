import { exclusiveUse } from "./exclusive-use.js";
import { addReports } from "./artifacts/reseal-report.js";
import { runAll } from "./run-all.js";
import type { ArtifactPart, EntryPart, StorageAdapter } from "./storage-adapter.js";

export interface StoreParts {
  readonly entries: EntryPart;
  readonly artifacts: ArtifactPart;
}

/**
 * One store of two parts, as an object of plain functions: a wrapper spreads it and changes some of them. It closes its
 * parts when everything is written that was given to it before.
 */
export function joinParts({ entries, artifacts }: StoreParts): StorageAdapter {
  const { artifactSalt, vacuum, check } = artifacts;
  const { holds } = entries;
  const writing = new Set<Promise<unknown>>();
  const writes = <T>(given: Promise<T>): Promise<T> => {
    // A store of somebody else may answer without a promise.
    const write = Promise.resolve(given);
    const done = (): void => void writing.delete(write);
    writing.add(write);
    write.then(done, done);
    return write;
  };
  const reseal = resealBoth(entries, artifacts);
  return {
    name: entries.name === artifacts.name ? entries.name : `${entries.name} + ${artifacts.name}`,
    append: (sessionId, added) => writes(entries.append(sessionId, added)),
    read: (sessionId, kinds) => entries.read(sessionId, kinds),
    find: (sessionId, ids) => entries.find(sessionId, ids),
    sessions: () => entries.sessions(),
    remove: (sessionId) => entries.remove(sessionId),
    sweep: (before, options) => entries.sweep(before, options),
    ...(holds ? { holds } : {}),
    ...exclusiveUse(entries),
    ...(artifactSalt === undefined ? {} : { artifactSalt }),
    putArtifacts: (scope, added) => writes(artifacts.putArtifacts(scope, added)),
    getArtifact: (scope, id) => artifacts.getArtifact(scope, id),
    listArtifacts: (scope, options) => artifacts.listArtifacts(scope, options),
    searchArtifacts: (scope, words, options) => artifacts.searchArtifacts(scope, words, options),
    artifactSessions: (tenant) => artifacts.artifactSessions(tenant),
    removeArtifacts: (scope) => artifacts.removeArtifacts(scope),
    sweepArtifacts: (before, options) => artifacts.sweepArtifacts(before, options),
    ...(reseal ? { reseal } : {}),
    ...(vacuum ? { vacuum: () => vacuum.call(artifacts) } : {}),
    ...(check ? { check: (options) => check.call(artifacts, options) } : {}),
    async close() {
      await Promise.allSettled(writing);
      await closeBoth(entries, artifacts);
    },
  };
}

/** Entries first: what is resealed of them may name payloads, never the other way round. */
function resealBoth(entries: EntryPart, artifacts: ArtifactPart): StorageAdapter["reseal"] {
  const { reseal } = artifacts;
  const { resealEntries } = entries;
  if (!reseal) return resealEntries && ((options) => resealEntries.call(entries, options));
  if (!resealEntries) return (options) => reseal.call(artifacts, options);
  return async (options = {}) => {
    const first = await resealEntries.call(entries, options);
    const { onProgress } = options;
    const second = await reseal.call(artifacts, {
      ...options,
      ...(onProgress ? { onProgress: (sofar) => onProgress(addReports(first, sofar)) } : {}),
    });
    return addReports(first, second);
  };
}

/** The same store as plain functions. */
export function storeFunctions(store: StorageAdapter): StorageAdapter {
  const { tenant } = store;
  const functions = joinParts({ entries: store, artifacts: store });
  return tenant === undefined ? functions : { ...functions, tenant };
}

function closeBoth(entries: EntryPart, artifacts: ArtifactPart): Promise<void> {
  const isOne: boolean = (entries as object) === artifacts;
  return isOne ? entries.close() : runAll([() => artifacts.close(), () => entries.close()]);
}
