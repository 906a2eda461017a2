const LOCATED_ERROR =
  /^(?:\S.*?:\d+(?::\d+)?:? (?:- )?(?:fatal )?error(?:[ :]|$)|\S.*?\(\d+(?:,\d+)?\): (?:fatal )?error\b|\d+:\d+ +error +\S)/;
const RUST_ERROR = /^error(?:\[E\d+\])?: \S/;
const RUST_LOCATION = /^--> \S+:\d+:\d+/;

/** Counts the errors of compilers and linters: only lines that say where, so that no summary is counted. */
export class DiagnosticCount {
  #errors = 0;
  #open = false;

  /** The next line decides whether the last one was counted. */
  get isOpen(): boolean {
    return this.#open;
  }

  /** Takes a line, trimmed. */
  read(line: string): void {
    if (LOCATED_ERROR.test(line) || (this.#open && RUST_LOCATION.test(line))) this.#errors += 1;
    this.#open = RUST_ERROR.test(line);
  }

  facts(): string[] {
    return this.#errors > 0 ? [`${this.#errors} ${this.#errors === 1 ? "error" : "errors"}`] : [];
  }
}
