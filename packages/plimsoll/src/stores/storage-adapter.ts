import type {
  Artifact,
  ArtifactInfo,
  ArtifactInput,
  ArtifactScope,
  ArtifactSession,
} from "./artifacts/artifact.js";
import type { ResealOptions, ResealReport } from "./artifacts/reseal-report.js";
import type { CheckOptions, StoreFinding } from "./maintenance/store-finding.js";
import type { HeldScope, LegalHolds } from "./holds/legal-hold.js";

/** The kind of a stored entry. Readers skip unknown kinds; they are never an error. */
export type EntryKind =
  | "item"
  | "compaction"
  | "undo"
  | "redo"
  | "event"
  | "protected"
  | "withdrawn"
  | "original"
  | "checkpoint"
  | "window"
  | "response"
  | "account"
  | "hold";

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

/** A session that only one process works on. */
export interface HeldSession {
  /** Another text after any process appended to the session or removed it; undefined if nobody knows. */
  revision(): Promise<string | undefined>;
}

export interface HoldOptions {
  /** Told when the store has answered that somebody else works on the session: from then on the wait is for them. */
  onTaken?(): void;
}

/**
 * Keeps everything about a session: its entries (transcript, compactions, events) and its artifacts (raw payloads
 * of large tool outputs, addressed by content). Session ids are non-empty strings of at most 512 characters,
 * tenants of at most 128; never trust either as a path. Throw `INVALID_INPUT` for the caller's mistakes and
 * `STORE_UNAVAILABLE` for failures of the store. `storageContract` of `plimsoll/testing` tests all of this.
 *
 * A store that keeps only entries becomes complete with `artifactsInEntries`; `splitStore` combines two stores.
 */
export interface StorageAdapter {
  readonly name: string;

  /** The tenant of this store, if it shows only one: see `tenantStorage`. */
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

  /** The entries with these ids, in the requested order; `undefined` for a missing one. */
  find(sessionId: string, ids: readonly string[]): Promise<(StoredEntry | undefined)[]>;

  /** All sessions that have entries, newest activity first. */
  sessions(): Promise<SessionInfo[]>;

  /** Deletes the entries of a session; false if there were none. Its artifacts stay: see `removeArtifacts`. */
  remove(sessionId: string): Promise<boolean>;

  /**
   * Deletes the entries of every session whose newest one is older than `before` (ISO 8601), but for those that `except`
   * names; returns their ids.
   */
  sweep(before: string, options?: SweepOptions): Promise<string[]>;

  /** Legal holds, which every deletion respects; absent if the store has none: see `withHolds`. */
  readonly holds?: LegalHolds;

  /**
   * Runs a task while no other process that shares the store runs one of the same session; absent if processes do not
   * share the store, or it cannot tell. It ends with the process at the latest.
   */
  exclusively?<T>(
    sessionId: string,
    task: (held: HeldSession) => Promise<T>,
    options?: HoldOptions,
  ): Promise<T>;

  /** The salt of the ids, if a key protects the payloads. */
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

  /**
   * Deletes the artifacts of a scope and returns their number. Payloads that other scopes hold too stay for them.
   */
  removeArtifacts(scope: ArtifactScope): Promise<number>;

  /**
   * Deletes artifacts last stored before this time (ISO 8601), in one tenant or in all, but for those of `except`;
   * returns their number.
   */
  sweepArtifacts(before: string, options?: ArtifactSweepOptions): Promise<number>;

  /**
   * Re-encrypts entries and payloads with the first key, where another of the store's keys encrypted them or none; absent
   * if the store does not encrypt. You can stop it and start it again at any time; others may read and write in the
   * meantime. Ids do not change.
   */
  reseal?(options?: ResealOptions): Promise<ResealReport>;

  /**
   * Returns the space of deleted data to the file system; absent if deleting already does that. Everything that
   * shares the file waits in the meantime.
   */
  vacuum?(): Promise<FileSize>;

  /** Looks at files, tables or objects for what the other calls do not show; absent if there is nothing of the kind. */
  check?(options?: CheckOptions): AsyncIterable<StoreFinding>;

  /** Releases files and connections; the store is not used afterwards. Safe to call twice. */
  close(): Promise<void>;
}

/** What a sweep of entries leaves alone. */
export interface SweepOptions {
  readonly except?: (sessionId: string) => boolean;
}

/** Whose artifacts a sweep looks at, and which it leaves alone. */
export interface ArtifactSweepOptions {
  readonly tenant?: string;
  readonly except?: readonly HeldScope[];
}

type EntryMethods =
  | "name"
  | "append"
  | "read"
  | "find"
  | "sessions"
  | "remove"
  | "sweep"
  | "holds"
  | "exclusively"
  | "close";

/** The part of a store that keeps entries. */
export interface EntryPart extends Pick<StorageAdapter, EntryMethods> {
  /**
   * Gives entries of a session other data, in their places: `change` returns it, or undefined to leave an entry alone.
   * Data that somebody changed or removed in the meantime stays so. Returns how many were changed.
   */
  replaceData?(sessionId: string, change: (entry: StoredEntry) => Promise<unknown>): Promise<number>;

  /** Seals the data of all entries under the first key. */
  resealEntries?(options?: ResealOptions): Promise<ResealReport>;
}

/** The part of a store that keeps artifacts. */
export type ArtifactPart = Omit<StorageAdapter, Exclude<EntryMethods, "name" | "close"> | "tenant">;
