import type { Artifact, ArtifactInput, ArtifactScope } from "./artifacts/artifact.js";
import type { StorageAdapter, StoredEntry } from "./storage-adapter.js";

/** Whose artifacts are meant where nobody names a tenant. */
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
   * Appends items of which some hold large payloads: each payload is stored once, as an artifact, and the items refer
   * to it. Answers the artifact ids by payload; none where the payloads could not be stored and stay in the items.
   */
  appendItems(
    sessionId: string,
    entries: readonly StoredEntry[],
    payloads: readonly ArtifactInput[],
  ): Promise<ReadonlyMap<string, string>>;

  /** Deletes a session: its entries and its artifacts. False if there was nothing of it. */
  remove(sessionId: string): Promise<boolean>;
}

/** What one session still waits to have written. */
export interface UnwrittenEntries {
  readonly sessionId: string;
  readonly entries: readonly StoredEntry[];
}

/** What one scope still waits to have written. */
export interface UnwrittenArtifacts extends ArtifactScope {
  readonly artifacts: readonly Artifact[];
}

/** What a store could not write: it is in memory only, and can be written elsewhere with `append` and `putArtifacts`. */
export interface Unwritten {
  readonly entries: readonly UnwrittenEntries[];
  readonly artifacts: readonly UnwrittenArtifacts[];
}
