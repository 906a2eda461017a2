import { SliceCodes } from "./slice-codes.js";
import { TermScanner } from "./term-scanner.js";
import { TERM_KIND, type TermTable } from "./term-table.js";

/** Calls `mark` for every term of a text that the table knows. */
export function markTerms(text: string, table: TermTable, mark: (term: number) => void): void {
  const known = (term: number): void => {
    if (term >= 0) mark(term);
  };
  const slice = new SliceCodes();
  slice.load({ source: text, start: 0, end: text.length });
  new TermScanner(slice, {
    word: (hash) => known(table.findWord(hash, true)),
    exact: (term, kind) => known(table.find(term, kind, true)),
    implied: (path) => known(table.find(path, TERM_KIND.path, true)),
  }).scan();
}
