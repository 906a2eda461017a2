const MARK = /^\s{0,12}(`{3,}|~{3,})/;

/** Follows a text line by line through its fenced code blocks. A block that is never closed ends with the text. */
export class CodeFence {
  #mark = "";

  /** Takes the next line. True for one of a block, the lines that open and close it included. */
  holds(line: string): boolean {
    const mark = MARK.exec(line)?.[1];
    if (this.#mark === "") {
      if (mark === undefined) return false;
      this.#mark = mark;
    } else if (mark?.startsWith(this.#mark) === true) {
      this.#mark = "";
    }
    return true;
  }
}
