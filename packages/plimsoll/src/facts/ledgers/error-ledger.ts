import { adoptClaims } from "./adopt-claims.js";
import type { ErrorFields } from "../checkpoint/checkpoint.js";
import { commandText } from "./command-ledger.js";
import { CUES } from "../cues/cues.js";
import { type LedgerRow, LedgerTable } from "./ledger-table.js";
import type { Observation, ObservedResult } from "./observation.js";

const CAPACITY = 200;
const MAX_SUBJECTS = 1_000;
const MAX_LINES_PER_RESULT = 3;
const MAX_LINE_CHARACTERS = 300;

/** Cues of lines that say what went wrong, the most specific first. */
const TELLING = [
  "named error",
  "error at a place",
  "error line",
  "failure phrase",
  "failed test line",
] as const;

/** A line that counts failures; used if no other line says what went wrong. */
const COUNT =
  /^.{0,80}\b[1-9]\d{0,6} (?:tests? |specs? |suites? |examples? )?(?:failed|failing|failures?|errors?)\b.{0,120}$/im;
const OPENING_CHARACTERS = 100;
const TAIL_CHARACTERS = 2_000;

const keyOf = ({ subject, text }: ErrorFields): string => `${subject}\n${text}`;

/** What failed, in the words of the result, and whether the same command or file succeeded later. */
export class ErrorLedger {
  readonly table: LedgerTable<ErrorFields>;
  /** Subjects that had an open error; most successes are of none of them. */
  readonly #failed = new Set<string>();

  constructor(rows: readonly LedgerRow<ErrorFields>[] = []) {
    this.table = new LedgerTable({ capacity: CAPACITY, isOpen: ({ state }) => state === "open" }, rows);
    this.#noteFailed();
  }

  observe(observation: Observation): void {
    if (observation.kind === "summary") {
      adoptClaims(this.table, observation, { section: "errors", keyOf });
      this.#noteFailed();
    }
    if (observation.kind !== "result") return;
    const { call, text, item, position } = observation;
    if (!failed(observation)) {
      if (call !== undefined && this.#failed.size > 0) this.#resolve(observation);
      return;
    }
    const subject = subjectOf(observation);
    this.#failed.add(subject);
    if (this.#failed.size > MAX_SUBJECTS) this.#noteFailed(subject);
    for (const line of tellingLines(text)) {
      const fields: ErrorFields = { text: line, subject, state: "open", resolvedBy: "", resolution: "" };
      this.table.put(keyOf(fields), fields, { item, position, by: "tool" });
    }
  }

  /** The subjects of the open errors, and one more. */
  #noteFailed(subject?: string): void {
    this.#failed.clear();
    for (const { fields } of this.table.rows()) if (fields.state === "open") this.#failed.add(fields.subject);
    if (subject !== undefined) this.#failed.add(subject);
  }

  /** Resolves errors of a subject that now succeeds. */
  #resolve(result: ObservedResult): void {
    const subject = subjectOf(result);
    if (!this.#failed.has(subject) || result.ending.outcome !== "ok") return;
    this.#failed.delete(subject);
    for (const { key, fields } of this.table.rows()) {
      if (fields.subject === subject && fields.state === "open") {
        this.table.update(key, { ...fields, state: "resolved", resolvedBy: result.item });
      }
    }
  }
}

/**
 * What must succeed to resolve the error: the command, or the tool with its only file or its first arguments.
 */
function subjectOf({ call, files }: ObservedResult): string {
  if (call === undefined) return "";
  if (call.command !== "") return commandText(call.command);
  const paths = [...new Set(files.map(({ path }) => path))];
  if (paths.length === 1) return `${call.name} ${paths[0]}`;
  const values = call.fields.slice(0, 3).map(({ value }) => value.slice(0, 80));
  return [call.name, ...values].join(" ");
}

function failed(result: ObservedResult): boolean {
  const { text, isError, call } = result;
  if (isError) return true;
  if (call !== undefined && call.command !== "") return result.ending.outcome === "failed";
  return CUES.has("failed result", text.slice(0, OPENING_CHARACTERS));
}

function tellingLines(text: string): string[] {
  const found: { readonly line: string; readonly rank: number; readonly index: number }[] = [];
  let index = 0;
  for (const raw of text.split("\n")) {
    index++;
    const line = raw.length > MAX_LINE_CHARACTERS ? `${raw.slice(0, MAX_LINE_CHARACTERS - 1)}…` : raw;
    if (CUES.has("exit notice", line)) continue;
    const rank = TELLING.findIndex((name) => CUES.has(name, line));
    if (rank >= 0) found.push({ line: line.trim(), rank, index });
  }
  if (found.length === 0) return someLine(text);
  found.sort((a, b) => a.rank - b.rank || b.index - a.index);
  return [...new Set(found.map(({ line }) => line))].slice(0, MAX_LINES_PER_RESULT);
}

/** If no line says what went wrong: the one that counts failures, otherwise the first. */
function someLine(text: string): string[] {
  const counted = COUNT.exec(text.slice(-TAIL_CHARACTERS))?.[0].trim();
  if (counted !== undefined) return [counted];
  const head = text.slice(0, MAX_LINE_CHARACTERS).split("\n");
  return head
    .map((line) => line.trim())
    .filter((line) => line !== "" && !CUES.has("exit notice", line) && !CUES.has("success", line))
    .slice(0, 1);
}
