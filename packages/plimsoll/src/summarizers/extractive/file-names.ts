import { SliceCodes } from "./slice-codes.js";
import { TERM_KIND } from "./term-table.js";
import { TermScanner } from "./term-scanner.js";

/** Tells whether texts name a file or a directory. */
export class FileNames {
  readonly #slice = new SliceCodes();
  readonly #scanner: TermScanner;
  #found = false;

  constructor() {
    this.#scanner = new TermScanner(this.#slice, {
      word: () => undefined,
      exact: (_, kind) => {
        if (kind === TERM_KIND.path) this.#found = true;
      },
      implied: () => undefined,
    });
  }

  isNamed(text: string): boolean {
    this.#found = false;
    this.#slice.load({ source: text, start: 0, end: text.length });
    this.#scanner.scan();
    return this.#found;
  }
}
