/** Every error code, with the one sentence that `docs/errors.md` expands. A test compares the two. */
export const ERROR_CODES = {
  INSUFFICIENT_BUDGET: "The request cannot fit its budget, whatever the engine removes.",
  CONSTRAINTS_DO_NOT_FIT: "What must stay visible is larger than the room that a compaction leaves for it.",
  INVALID_CONFIG: "A configuration key is unknown, of the wrong type, or has an impossible value.",
  INVALID_INPUT: "An argument or an input file is not usable.",
  UNKNOWN_FORMAT: "No known format describes these items.",
  UNKNOWN_SESSION: "The store holds nothing for this session.",
  UNKNOWN_ITEM: "The archive holds no item with this id.",
  NOTHING_TO_UNDO: "The session has no compaction to undo.",
  NOTHING_TO_REDO: "The session has no compaction to redo.",
  STALE_PREPARED: "A prepared compaction no longer applies to the session's list.",
  STORE_UNAVAILABLE: "A store could not be opened, read or written.",
  LEGAL_HOLD: "A legal hold keeps what was to be deleted.",
  PART_FAILED:
    "A part that you supplied (estimator, redactor, format, clock) threw, and there is no fallback for it.",
  SUMMARIZER_FAILED: "A summarizer returned no usable summary.",
  PROVIDER_REFUSED: "A provider answered a request with an error.",
  REMOTE_COMPACTION_FAILED: "The provider could not compact a window, or its answer is unusable.",
  UNSAFE_PATTERN: "A redaction pattern cannot run in linear time or does not parse.",
  ABORTED: "The caller's signal aborted the call before anything changed.",
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;
