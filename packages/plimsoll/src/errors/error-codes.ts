/** Every error code, with the one sentence that `docs/errors.md` expands. A test compares the two. */
export const ERROR_CODES = {
  INSUFFICIENT_BUDGET: "The request cannot fit its budget whatever is removed.",
  CONSTRAINTS_DO_NOT_FIT: "What must stay visible is larger than the room that a compaction leaves for it.",
  INVALID_CONFIG: "A configuration key is unknown, of the wrong type, or has an impossible value.",
  INVALID_INPUT: "An argument or an input file is not what the call needs.",
  UNKNOWN_FORMAT: "No known format describes these items.",
  UNKNOWN_SESSION: "The store holds nothing for this session.",
  UNKNOWN_ITEM: "The archive holds no item with this id.",
  NOTHING_TO_UNDO: "The session has no compaction that could be undone.",
  NOTHING_TO_REDO: "The session has no compaction that could be redone.",
  STALE_PREPARED: "A prepared compaction no longer fits the session's list.",
  STORE_UNAVAILABLE: "A store could not be opened, read or written.",
  PART_FAILED: "A part that the caller brought (estimator, redactor, format, clock) threw while it was used.",
  SUMMARIZER_FAILED: "A summarizer gave no usable summary.",
  PROVIDER_REFUSED: "A provider answered a request with an error.",
  REMOTE_COMPACTION_FAILED: "A provider could not compact a window, or what it returned cannot be used.",
  UNSAFE_PATTERN: "A redaction pattern cannot run in linear time or does not parse.",
  ABORTED: "The caller's signal aborted the call before anything was changed.",
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;
