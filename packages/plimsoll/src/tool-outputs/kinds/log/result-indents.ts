/** How deep the results of tests are indented. */
export class ResultIndents {
  #last = 0;

  /** A result; true if the one before it is deeper: this may be the suite that holds that one. */
  read(indent: number): boolean {
    const endsSuite = indent < this.#last;
    this.#last = indent;
    return endsSuite;
  }

  /** True for a line that stands deeper than the last result. */
  isAbove(indent: number): boolean {
    return indent > this.#last;
  }
}
