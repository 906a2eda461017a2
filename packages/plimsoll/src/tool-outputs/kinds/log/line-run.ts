/** So many lines alike are a block, such as the rows below a title. */
const LEAST_LINES = 8;
const MOST_HEADS = 12;

/** Finds the line that stands directly above many lines alike. */
export class LineRun<Line> {
  #shape = Number.NaN;
  #length = 0;
  #heads = 0;
  #above: Line | undefined;
  #last: Line | undefined;

  /** The line above the run that the given line has just made long; undefined for all other lines. */
  headOf(line: Line, shape: number): Line | undefined {
    if (shape === this.#shape) this.#length += 1;
    else {
      this.#shape = shape;
      this.#length = 1;
      this.#above = this.#last;
    }
    this.#last = line;
    if (this.#length !== LEAST_LINES || this.#heads >= MOST_HEADS) return undefined;
    this.#heads += 1;
    return this.#above;
  }
}
