/** Replaces secrets. Runs before storage, export and any summarizer call; linear in the text's length. */
export interface Redactor {
  readonly enabled: boolean;
  /** The text with every secret replaced by `[REDACTED:kind]`; the same string if there was none. */
  text(text: string): string;
  /** A JSON value with every string in it redacted; the same object if there was nothing to replace. */
  value<T>(value: T): T;
}
