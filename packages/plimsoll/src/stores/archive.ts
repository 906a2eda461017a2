import type { Artifact, ArtifactInput, ArtifactScope, ArtifactStore } from "./artifact-store.js";
import type { StorageAdapter, StoredEntry } from "./storage-adapter.js";

/** Whose artifacts are meant where nobody names a tenant. */
export const DEFAULT_TENANT = "default";

/** The archive as the engine sees it: items come back whole, wherever their payloads are kept. */
export interface Archive extends StorageAdapter {
  /** The transcript alone, in which payloads are references: for a search that asks the artifacts themselves. */
  readonly transcript: StorageAdapter;
  readonly artifacts?: ArtifactStore;
  readonly tenant: string;

  /** The id that a payload has, or will have once it is stored; undefined where payloads stay in their items. */
  artifactId(payload: string): string | undefined;

  /** The artifacts that an entry of `transcript` refers to. */
  artifactsOf(entry: StoredEntry): string[];

  /**
   * Appends items of which some hold large payloads: each payload is stored once, as an artifact, and the items refer
   * to it. Answers the artifact ids by payload; none where payloads stay in the items, as they do without a store for
   * them.
   */
  appendItems(
    sessionId: string,
    entries: readonly StoredEntry[],
    payloads: readonly ArtifactInput[],
  ): Promise<ReadonlyMap<string, string>>;
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

/** What an archive could not write: it is in memory only, and can be written elsewhere with `append` and `put`. */
export interface Unwritten {
  readonly entries: readonly UnwrittenEntries[];
  readonly artifacts: readonly UnwrittenArtifacts[];
}
