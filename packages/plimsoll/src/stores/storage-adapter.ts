import type {
  Artifact,
  ArtifactInfo,
  ArtifactInput,
  ArtifactScope,
  ArtifactSession,
} from "./artifacts/artifact.js";
import type { ResealReport } from "./artifacts/reseal-report.js";

/** What a stored entry is. Entries of a kind the reader does not know are passed over, never an error. */
export type EntryKind =
  | "item"
  | "compaction"
  | "undo"
  | "redo"
  | "event"
  | "protected"
  | "original"
  | "checkpoint"
  | "window";

/** One line of a session's append-only archive. */
export interface StoredEntry {
  readonly kind: EntryKind;
  /** Content-derived for items (the same item twice is one entry), unique for the other kinds. */
  readonly id: string;
  /** ISO 8601, from the injected clock. */
  readonly ts: string;
  /** A JSON value. */
  readonly data: unknown;
}

export interface SessionInfo {
  readonly sessionId: string;
  readonly entries: number;
  readonly firstTs: string;
  readonly lastTs: string;
}

/** Bytes of a file before and after. */
export interface FileSize {
  readonly before: number;
  readonly after: number;
}

/**
 * Where everything of a session is kept: its entries (transcript, compactions, events) and its artifacts (raw payloads of
 * large tool outputs, addressed by their content). Session ids are any non-empty string of at most 512 characters, tenants
 * of at most 128; neither is ever trusted as a path. What a caller gets wrong is refused with `INVALID_INPUT`, what the
 * store cannot do with `STORE_UNAVAILABLE`. `storageContract` of `plimsoll/testing` says all of this in cases.
 *
 * A store that keeps entries only becomes a whole one with `artifactsInEntries`; two stores become one with `splitStore`.
 */
export interface StorageAdapter {
  readonly name: string;

  /** Whose store this is, where it shows one tenant only: see `tenantStorage`. */
  readonly tenant?: string;

  /**
   * Appends entries in order. When the promise resolves they survive a crash of the process. An `item`
   * entry whose id the session already holds is skipped. A crash in the middle may leave a prefix of the
   * entries, never a torn or reordered one. Concurrent appends, also of other processes, interleave by
   * entry at worst.
   */
  append(sessionId: string, entries: readonly StoredEntry[]): Promise<void>;

  /** Entries in append order, of the given kinds or of all; empty for an unknown session. */
  read(sessionId: string, kinds?: readonly EntryKind[]): Promise<StoredEntry[]>;

  /** The entries with these ids, in the order asked for; `undefined` where there is none. */
  find(sessionId: string, ids: readonly string[]): Promise<(StoredEntry | undefined)[]>;

  /** All sessions that have entries, newest activity first. */
  sessions(): Promise<SessionInfo[]>;

  /** Deletes the entries of a session; false if there were none. Its artifacts stay: see `removeArtifacts`. */
  remove(sessionId: string): Promise<boolean>;

  /** Deletes the entries of every session whose newest one is older than `before` (ISO 8601); returns their ids. */
  sweep(before: string): Promise<string[]>;

  /** What the ids are salted with, where a key protects the payloads. */
  readonly artifactSalt?: string;

  /**
   * Stores payloads. When the promise resolves they survive a crash of the process and can be read back character by
   * character, lone surrogates and NUL included. A text that the scope holds already only renews `lastTs` (its kind and
   * label stay). A store may keep a text once for all sessions of a tenant. Processes may do so at the same time.
   */
  putArtifacts(scope: ArtifactScope, artifacts: readonly ArtifactInput[]): Promise<ArtifactInfo[]>;

  getArtifact(scope: ArtifactScope, id: string): Promise<Artifact | undefined>;

  /** Newest `lastTs` first. */
  listArtifacts(
    scope: ArtifactScope,
    options?: { readonly limit?: number; readonly offset?: number },
  ): Promise<ArtifactInfo[]>;

  /**
   * Artifacts whose text holds at least one of the words, in any case of letters and also inside longer words; those
   * with most of the words first, then newest first.
   */
  searchArtifacts(
    scope: ArtifactScope,
    words: readonly string[],
    options?: { readonly limit?: number },
  ): Promise<ArtifactInfo[]>;

  /** The sessions of a tenant that have artifacts, newest activity first. */
  artifactSessions(tenant: string): Promise<ArtifactSession[]>;

  /** Deletes the artifacts of a scope; how many there were. What other scopes hold too stays for them. */
  removeArtifacts(scope: ArtifactScope): Promise<number>;

  /** Deletes what was stored last before this time (ISO 8601), in one tenant or in all; how many were deleted. */
  sweepArtifacts(before: string, options?: { readonly tenant?: string }): Promise<number>;

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

/** The part of a store that keeps entries. */
export type EntryPart = Pick<
  StorageAdapter,
  "name" | "append" | "read" | "find" | "sessions" | "remove" | "sweep" | "close"
>;

/** The part of a store that keeps artifacts. */
export type ArtifactPart = Omit<StorageAdapter, Exclude<keyof EntryPart, "name" | "close"> | "tenant">;
