import type { Artifact, ArtifactInput, ArtifactScope } from "./artifacts/artifact.js";
import type { StorageAdapter, StoredEntry } from "./storage-adapter.js";

/** The tenant if none is named. */
export const DEFAULT_TENANT = "default";

/** A store as the engine sees it: items come back whole, although their large payloads are kept as artifacts. */
export interface Archive extends StorageAdapter {
  /** The entries alone, in which payloads are references: for a search that asks the artifacts themselves. */
  readonly transcript: StorageAdapter;
  readonly tenant: string;

  /** The id that a payload has, or will have once it is stored. */
  artifactId(payload: string): string;

  /** The artifacts that an entry of `transcript` refers to. */
  artifactsOf(entry: StoredEntry): string[];

  /**
   * Appends items, some with large payloads: each payload is stored once, as an artifact, and the items refer to
   * it. Returns the artifact ids by payload; none if the payloads could not be stored and stay in the items.
   */
  appendItems(
    sessionId: string,
    entries: readonly StoredEntry[],
    payloads: readonly ArtifactInput[],
  ): Promise<ReadonlyMap<string, string>>;

  /** Deletes a session: its entries and its artifacts. False if there was nothing of it. */
  remove(sessionId: string): Promise<boolean>;
}

/** The unwritten entries of one session. */
export interface UnwrittenEntries {
  readonly sessionId: string;
  readonly entries: readonly StoredEntry[];
}

/** The unwritten artifacts of one scope. */
export interface UnwrittenArtifacts extends ArtifactScope {
  readonly artifacts: readonly Artifact[];
}

/**
 * What a store could not write: it exists only in memory. Write it elsewhere with `append` and `putArtifacts`.
 */
export interface Unwritten {
  readonly entries: readonly UnwrittenEntries[];
  readonly artifacts: readonly UnwrittenArtifacts[];
}
