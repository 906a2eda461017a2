/**
 * What a check can find. `error`: something is lost or cannot be read. `warning`: nothing is lost, and a repair mends
 * it. `notice`: as it may be, for those who wonder.
 */
export const FINDINGS = {
  unreadable_session: "error",
  damaged_line: "error",
  damaged_payload: "error",
  lost_payload: "error",
  damaged_database: "error",
  missing_batch: "error",
  missing_payload: "notice",
  orphaned_payload: "notice",
  unknown_line: "notice",
  foreign_file: "notice",
  torn_line: "warning",
  empty_file: "warning",
  temporary_file: "warning",
  replaced_file: "warning",
  wrong_count: "warning",
  wrong_index: "warning",
  unfinished_upload: "warning",
} as const;

export type FindingKind = keyof typeof FINDINGS;

/** Something that a check of a store found. */
export interface StoreFinding {
  readonly kind: FindingKind;
  /** Where it is: a file, a table, an object. */
  readonly place: string;
  readonly message: string;
  readonly sessionId?: string;
  readonly artifactId?: string;
  /** A repair mended it. */
  readonly isMended?: boolean;
}

export interface CheckOptions {
  /** Mend what can be mended without losing anything. */
  readonly repair?: boolean;
  readonly signal?: AbortSignal;
}
