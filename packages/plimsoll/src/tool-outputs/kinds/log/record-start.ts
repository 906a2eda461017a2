import type { LogLine } from "../rare-values.js";

const MOST_LINES_BACK = 60;
const WORD_CHARACTERS = 60;

/** Finds the line with which the record of a line begins, where records all begin as the text does: "Name: …", "id = …". */
export class RecordStart {
  readonly #text: string;
  readonly #word: string;
  /** The first line is "Name: …". */
  readonly isNamed: boolean;

  /** @param start Where the first record begins. */
  constructor(text: string, start: number) {
    this.#text = text;
    const first = start + text.slice(start, start + WORD_CHARACTERS).search(/\S|$/);
    this.#word = wordAt(text, first);
    this.isNamed = this.#word.length > 1 && text.startsWith(": ", first + this.#word.length);
  }

  /** The first line of the record; undefined if the line is that itself or has none near. */
  of(line: LogLine): LogLine | undefined {
    if (this.#word === "") return undefined;
    let { start, order } = line;
    for (let back = 0; back <= MOST_LINES_BACK && start >= 0; back += 1) {
      const end = this.#text.indexOf("\n", start);
      if (this.begins(start)) return back === 0 ? undefined : { order, start, end };
      if (start === 0) return undefined;
      start = this.#text.lastIndexOf("\n", start - 2) + 1;
      order -= 1;
    }
    return undefined;
  }

  /** True if a record begins here. */
  begins(start: number): boolean {
    let from = start;
    while (from < start + WORD_CHARACTERS && isBlank(this.#text.charCodeAt(from))) from += 1;
    return this.#text.startsWith(this.#word, from) && wordAt(this.#text, from) === this.#word;
  }
}

const isBlank = (code: number): boolean => code === 32 || code === 9;

const wordAt = (text: string, start: number): string =>
  /^[^\s:=|]+/.exec(text.slice(start, start + WORD_CHARACTERS))?.[0] ?? "";
