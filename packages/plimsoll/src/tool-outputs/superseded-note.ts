import { oneLine } from "../text/one-line.js";

/** Why an output gave way to a later one. */
export type SupersededReason = "read" | "duplicate";

export interface NoteFacts {
  readonly reason: SupersededReason;
  /** The call of the later output. */
  readonly by: string;
  readonly characters: number;
  readonly lines: number;
  /** The id under which the whole output can be read back. */
  readonly reference: string;
}

const NOTE = /^\[superseded: [^\n]{0,300}; full output: [a-z]+_[0-9A-Za-z]{8,80}\]$/;
const MAX_CALL_ID = 48;

const REASONS: Readonly<Record<SupersededReason, string>> = {
  read: "the file is read again",
  duplicate: "the same call has the same output again",
};

/** The line that stands in the window for an output that a later one covers; recall reads its reference. */
export function supersededNote({ reason, by, characters, lines, reference }: NoteFacts): string {
  const size = `${characters} characters, ${lines} lines`;
  return `[superseded: ${REASONS[reason]} in ${oneLine(by, MAX_CALL_ID)}; ${size}; full output: ${reference}]`;
}

export function isSupersededNote(text: string): boolean {
  return text.length <= 500 && NOTE.test(text);
}
