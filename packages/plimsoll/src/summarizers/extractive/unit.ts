import type { CallRun } from "./call-runs.js";
import type { Origin } from "./origin.js";

/**
 * Where a unit comes from. `required` is a text that the caller wants kept; `call` is the one line of a call, `edit` that
 * of a call that carries a text, `argument` a line of such a text. `pasted` is a line that somebody
 * else wrote, in a message of the user.
 */
export type UnitKind =
  | "required"
  | "user"
  | "instruction"
  | "assistant"
  | "call"
  | "edit"
  | "argument"
  | "output"
  | "pasted";

/** The smallest piece of the remainder that is kept or left out: a slice of one source text. */
export interface Unit {
  readonly source: string;
  readonly start: number;
  readonly end: number;
  readonly kind: UnitKind;
  /** Position of its item; 0 is what was known before (earlier summary, ledgers), the remainder starts at 1. */
  readonly item: number;
  /** Number of the call it belongs to, or -1. */
  readonly call: number;
  /** The slice is a whole line of its source, so that it can be matched exactly later. */
  readonly wholeLine: boolean;
  /** A line of a text that its call put another in place of, which does not have it: it may be gone since. */
  readonly isReplaced: boolean;
  /** Its number in the file that shows it; -1 if none stands there. */
  readonly line: number;
  /** The run of a call that showed it. */
  readonly run: CallRun | undefined;
  /** The result it comes from is an error. */
  readonly isError: boolean;
  /** Where it stands in the conversation, in characters from its start. */
  readonly position: number;
  /** Who says it, as a quotation names its source. */
  readonly from: string;
  /** What a tool was asked for, or the file; undefined for what somebody said. */
  readonly origin: Origin | undefined;
  /** It comes from the summary before, where its source stands before it already. */
  readonly isMarked: boolean;
  /** It comes from an unverified summary: not even what the user is said to have said there is the user's word. */
  readonly isUnverified: boolean;
}

/** A slice of a source text, before it is known what it belongs to. */
export interface Slice {
  readonly start: number;
  readonly end: number;
  readonly wholeLine: boolean;
  /** Its number, where the lines of the text are numbered; -1 otherwise. */
  readonly line: number;
}

export function unitText(unit: Unit): string {
  return unit.source.slice(unit.start, unit.end);
}

/** True for a line that is all of its source: a record of a tool, what a ledger says of it, an answer of one line. */
export const isWholeRecord = ({ kind, source, start, end }: Unit): boolean =>
  kind === "output" && start === 0 && end === source.length;
