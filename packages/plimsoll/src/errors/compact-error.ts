import type { ErrorCode } from "./error-codes.js";

const MARKER = Symbol.for("plimsoll.CompactError");

/**
 * The one error class callers catch. `code` is stable and documented in `docs/errors.md`;
 * `details` holds the numbers or values that prove the message.
 */
export class CompactError extends Error {
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: ErrorCode,
    message: string,
    options: { details?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = "CompactError";
    this.code = code;
    this.details = options.details ?? {};
    Object.defineProperty(this, MARKER, { value: true });
  }

  /** True for a `CompactError` of this or of another installed copy of the library. */
  static isInstance(value: unknown): value is CompactError {
    return typeof value === "object" && value !== null && MARKER in value;
  }
}
