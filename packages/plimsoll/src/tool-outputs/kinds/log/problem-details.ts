import { LINE_VALUES } from "./score-line.js";

interface Span {
  readonly start: number;
  readonly end: number;
}

const COLON = 58;
/** So many lines behind a problem may tell its place. */
const DETAIL_LINES = 3;
const PLACE_CHARACTERS = 200;
/** "add (r.c:3)", "at boot (main.js:12:7)". */
const PLACE_AT_END = /\([^\s()]{1,150}\.\w{1,8}:\d{1,7}(?::\d{1,7})?\)$/;

/** Knows what the lines behind a problem are worth. */
export class ProblemDetails {
  readonly #text: string;
  #sinceProblem = DETAIL_LINES;
  #problemValue = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** As much as the problem where a line is what was announced, or names the place; 0 for a line that is not near one. */
  valueOf({ start, end }: Span, before: Span | undefined): number {
    if (this.#sinceProblem >= DETAIL_LINES) return 0;
    const isNext = this.#sinceProblem === 0;
    const isAnnounced = isNext && before !== undefined && this.#text.charCodeAt(before.end - 1) === COLON;
    const isTold =
      isAnnounced || PLACE_AT_END.test(this.#text.slice(Math.max(start, end - PLACE_CHARACTERS), end));
    if (isTold) return Math.max(LINE_VALUES.context, this.#problemValue - 1);
    return isNext ? LINE_VALUES.context : 0;
  }

  /** A line was read; the value of the problem that it is. */
  read(problem: number | undefined): void {
    this.#sinceProblem = problem === undefined ? this.#sinceProblem + 1 : 0;
    if (problem !== undefined) this.#problemValue = problem;
  }
}
