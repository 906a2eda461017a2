import type { ResealReport } from "./artifacts/reseal-report.js";

/** Whose artifacts: one session of one tenant. Nothing of a scope can be seen from another. */
export interface ArtifactScope {
  readonly tenant: string;
  readonly sessionId: string;
}

/** A raw payload on its way into the store. Already redacted. */
export interface ArtifactInput {
  readonly text: string;
  /** What the payload is: "search", "log", "json"… */
  readonly kind: string;
  /** What it came from, for people: the tool and its arguments, in short. */
  readonly label: string;
  /** ISO 8601, from the injected clock. */
  readonly ts: string;
}

export interface ArtifactInfo {
  /** Derived from the text: the same text has the same id. */
  readonly id: string;
  readonly kind: string;
  readonly label: string;
  readonly characters: number;
  readonly lines: number;
  /** When the scope stored it first. */
  readonly firstTs: string;
  /** When the scope stored it last; retention counts from here. */
  readonly lastTs: string;
}

export interface Artifact extends ArtifactInfo {
  readonly text: string;
}

/** A session that has artifacts. */
export interface ArtifactSession {
  readonly sessionId: string;
  readonly artifacts: number;
  readonly characters: number;
  readonly lastTs: string;
}

/** Bytes of a file before and after. */
export interface FileSize {
  readonly before: number;
  readonly after: number;
}

/**
 * Where raw payloads behind evidence are kept, addressed by their content. Session ids are any non-empty string of at
 * most 512 characters, tenants of at most 128; neither is ever trusted as a path.
 */
export interface ArtifactStore {
  readonly name: string;

  /** What the ids are salted with, where a key protects the payloads. */
  readonly salt?: string;

  /**
   * Stores payloads. When the promise resolves they survive a crash of the process and can be read back character by
   * character, lone surrogates and NUL included. A text that the tenant holds already is not stored again; a text that
   * the scope holds already only renews `lastTs` (its kind and label stay). Processes may do so at the same time.
   */
  put(scope: ArtifactScope, artifacts: readonly ArtifactInput[]): Promise<ArtifactInfo[]>;

  get(scope: ArtifactScope, id: string): Promise<Artifact | undefined>;

  /** Newest `lastTs` first. */
  list(
    scope: ArtifactScope,
    options?: { readonly limit?: number; readonly offset?: number },
  ): Promise<ArtifactInfo[]>;

  /**
   * Artifacts whose text holds at least one of the words, in any case of letters and also inside longer words; those
   * with most of the words first, then newest first.
   */
  search(
    scope: ArtifactScope,
    words: readonly string[],
    options?: { readonly limit?: number },
  ): Promise<ArtifactInfo[]>;

  /** The sessions of a tenant that have artifacts, newest activity first. */
  sessions(tenant: string): Promise<ArtifactSession[]>;

  /** Deletes the artifacts of a scope; how many there were. What other scopes hold too stays for them. */
  remove(scope: ArtifactScope): Promise<number>;

  /** Deletes what was stored last before this time (ISO 8601), in one tenant or in all; how many were deleted. */
  sweep(before: string, options?: { readonly tenant?: string }): Promise<number>;

  /**
   * Seals anew, under the first key, what another one of the store's keys sealed; absent where nothing is sealed. It may
   * be stopped and begun again at any time, and others may read and write meanwhile. Ids stay as they are.
   */
  reseal?(options?: { readonly signal?: AbortSignal }): Promise<ResealReport>;

  /**
   * Gives the space of what was deleted back to the file system; absent where deleting does that. Everything that
   * shares the file with the artifacts waits meanwhile.
   */
  vacuum?(): Promise<FileSize>;

  /** Releases files and connections; the store is not used afterwards. Safe to call twice. */
  close(): Promise<void>;
}
