import { readFailure } from "./read-failure.js";

const RULER = /^[-=─]{20,}$/;
const TITLE_OF_FAILURE = /^(?:Error|Failure): (\S.*?)\.?$/;
const FAILED_BELOW_TITLE = /^\S+:\d+: FAILED:?$/;
const ONLY_AN_OUTCOME = /^(?:Caused an ERROR|ERROR|FAILURE|FAILED|FAIL)$/;
/** "name ..." with the outcome on the next line. */
const AWAITS_OUTCOME = /^(\S.{2,200}?) ?\.{3}$/;
const OUTCOME_ALONE = /^(?:failed|failure|error|not ok)[.!]?$/i;
const LABELLED = /^(?:Tests?(?: ?[Cc]ase)?|Scenario|Spec|Example): +(\S.*?)(?: took [\d.]+ ?\w+)?$/;
const SECTION_OF_FAILURES = /^[-=\s]*fail(?:ures?|ed)(?: (?:details|tests|test cases))?:?[-=\s]*$/i;

/** What a line says of a title above it or in it; empty where it says nothing. */
export interface TitleReading {
  /** The title that this line says has failed. */
  readonly above: string;
  /** The title that this line is. */
  readonly own: string;
}

/** Follows titles between rulers, which name the test whose failure is told below them. */
export class TitleLines {
  #title = "";
  #belowRuler = "";
  #afterRuler = false;
  #inFailures = false;
  #lineBefore = "";

  read(trimmed: string): TitleReading {
    if (SECTION_OF_FAILURES.test(trimmed)) this.#inFailures = true;
    const above = this.#outcomeBelow(trimmed);
    if (!RULER.test(trimmed)) return { above, own: this.#belowARuler(trimmed) };
    if (this.#belowRuler !== "") this.#title = this.#belowRuler;
    this.#afterRuler = true;
    return { above, own: "" };
  }

  #belowARuler(trimmed: string): string {
    const isBelow = this.#afterRuler;
    this.#afterRuler = false;
    this.#belowRuler = isBelow ? trimmed : "";
    if (!isBelow) return "";
    const told = titleOfFailure(trimmed);
    return told ?? (this.#inFailures && !/^\d|:\d+:/.test(trimmed) ? trimmed : "");
  }

  /** The outcome alone on its line: the name stands above it. */
  #outcomeBelow(trimmed: string): string {
    const before = this.#lineBefore;
    this.#lineBefore = trimmed;
    if (FAILED_BELOW_TITLE.test(trimmed)) return this.#title;
    const awaiting = OUTCOME_ALONE.test(trimmed) ? AWAITS_OUTCOME.exec(before)?.[1] : undefined;
    if (awaiting !== undefined) return awaiting;
    if (!ONLY_AN_OUTCOME.test(trimmed)) return "";
    return this.#belowRuler || (LABELLED.exec(before)?.[1] ?? "");
  }
}

/** The name in a title of a runner that is not known; a known one says it better. */
const titleOfFailure = (line: string): string | undefined =>
  readFailure(line, true)?.from === "result" ? undefined : TITLE_OF_FAILURE.exec(line)?.[1];
