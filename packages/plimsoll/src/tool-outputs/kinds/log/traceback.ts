/** Follows the tracebacks of Python through the lines of an output. */
export class Traceback {
  #isOpen = false;

  /** True between the line that opens a traceback and the one that ends it. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** True for the line that ends a traceback: its message, whatever the exception is called. */
  endsWith(cleaned: string, trimmed: string): boolean {
    if (trimmed.startsWith("Traceback (most recent call last)")) {
      this.#isOpen = true;
      return false;
    }
    if (!this.#isOpen || cleaned !== trimmed) return false;
    this.#isOpen = false;
    return /^[A-Za-z_][\w.]*(?::|$)/.test(trimmed);
  }
}
