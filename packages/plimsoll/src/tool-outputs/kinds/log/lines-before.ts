import { mayBeMessage, opensTest } from "./may-be-message.js";
import { LINE_VALUES } from "./score-line.js";

const MOST_LINES = 2;
const MAX_TOLD = 3_000;

/** A line that stands before a result, and how far. */
interface ToldBefore {
  readonly order: number;
  readonly text: string;
  readonly index: number;
}

/** The last lines before each result, which tell what was wrong where a runner prints that first. */
export class LinesBefore {
  readonly #told: ToldBefore[] = [];
  /** Lines since the last result that belong to nothing yet. */
  #unclaimed: { readonly order: number; readonly text: string }[] = [];

  /** A line (trimmed) that names no failing test, of the value that it has by itself. */
  keep(order: number, trimmed: string, value: number): void {
    if (value === LINE_VALUES.passed || value === LINE_VALUES.summary || opensTest(trimmed)) this.forget();
    else if (mayBeMessage(trimmed.replace(/^[#│|] +/, "")) && /\p{L}{2}/u.test(trimmed))
      this.#unclaimed = [...this.#unclaimed.slice(1 - MOST_LINES), { order, text: trimmed }];
  }

  /** A failing test is named: the lines before it may be its own. */
  claim(): void {
    this.#unclaimed.toReversed().forEach((line, index) => {
      if (this.#told.length < MAX_TOLD) this.#told.push({ ...line, index });
    });
    this.forget();
  }

  forget(): void {
    this.#unclaimed = [];
  }

  get told(): readonly ToldBefore[] {
    return this.#told;
  }
}
