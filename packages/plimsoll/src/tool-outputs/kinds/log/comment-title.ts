/** A comment that tells of the result above it. */
const NO_TITLE = /^# +(?:\S+:\d+|at |Failed test|Looks like|Error\b)/;

/** Follows lines "# title" that stand on their own: what the assertions after them belong to. */
export class CommentTitle {
  #title = "";
  #afterComment = false;

  /** The title that holds now; empty if there is none. */
  get title(): string {
    return this.#title.startsWith("Subtest") ? "" : this.#title;
  }

  read(trimmed: string): void {
    if (!trimmed.startsWith("# ")) {
      this.#afterComment = false;
      return;
    }
    this.#title = this.#afterComment || NO_TITLE.test(trimmed) ? "" : trimmed.slice(2);
    this.#afterComment = true;
  }
}
