import type { ArtifactStore } from "./artifact-store.js";

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

/**
 * Where transcripts, compactions and events are archived. Sessions are append-only; every operation
 * works on one session id (any non-empty string of at most 512 characters, never trusted as a path).
 */
export interface StorageAdapter {
  readonly name: string;

  /** Where the payloads of large tool outputs go, if this archive brings a place for them; they are stored in the items otherwise. */
  readonly artifacts?: ArtifactStore;

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

  /** All sessions, newest activity first. */
  sessions(): Promise<SessionInfo[]>;

  /** Deletes a session; false if there was none. */
  remove(sessionId: string): Promise<boolean>;

  /** Deletes every session whose newest entry is older than `before` (ISO 8601); returns their ids. */
  sweep(before: string): Promise<string[]>;

  /** Releases files and connections; the adapter is not used afterwards. Safe to call twice. */
  close(): Promise<void>;
}
