import type { ErrorCode } from "plimsoll";

/** The exit codes of the process; documented in `docs/cli.md` and by `compactctl --help`. */
export const EXIT_CODES = {
  done: 0,
  failed: 1,
  wrongUse: 2,
  insufficientBudget: 3,
  storeUnavailable: 4,
  interrupted: 130,
} as const;

const BY_ERROR_CODE: Readonly<Partial<Record<ErrorCode, number>>> = {
  INSUFFICIENT_BUDGET: EXIT_CODES.insufficientBudget,
  CONSTRAINTS_DO_NOT_FIT: EXIT_CODES.insufficientBudget,
  STORE_UNAVAILABLE: EXIT_CODES.storeUnavailable,
  ABORTED: EXIT_CODES.interrupted,
  INVALID_CONFIG: EXIT_CODES.wrongUse,
  INVALID_INPUT: EXIT_CODES.wrongUse,
  LEGAL_HOLD: EXIT_CODES.wrongUse,
  UNKNOWN_FORMAT: EXIT_CODES.wrongUse,
  UNKNOWN_SESSION: EXIT_CODES.wrongUse,
  UNKNOWN_ITEM: EXIT_CODES.wrongUse,
  STALE_PREPARED: EXIT_CODES.wrongUse,
  UNSAFE_PATTERN: EXIT_CODES.wrongUse,
};

export function exitCodeOf(code: string): number {
  const known: Readonly<Record<string, number | undefined>> = BY_ERROR_CODE;
  return (Object.hasOwn(known, code) ? known[code] : undefined) ?? EXIT_CODES.failed;
}
