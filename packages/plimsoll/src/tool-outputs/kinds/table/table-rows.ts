/** A line that is drawn below the names of columns or around the table. */
export const isRuler = (line: string): boolean => RULER.test(line);

const RULER = /^[-+=|:─│┼├┤═╪\s]+$/;

/** Counts the rows of a table below its header. */
export class TableRows {
  #quoted = false;
  #rows = 0;

  get count(): number {
    return this.#rows;
  }

  /** Takes a line with its cells; true if it is a row that has more or fewer cells than there are columns. */
  read(line: string, cells: number, columns: number): boolean {
    // A quoted cell may go on over several lines; a row with all its cells ends a quotation that nobody closed.
    if (this.#quoted && columns > 1 && cells === columns) this.#quoted = false;
    const goesOn = this.#quoted;
    if (line.split('"').length % 2 === 0) this.#quoted = !this.#quoted;
    // Rulers and what is said below the table are no rows.
    if (goesOn || isRuler(line) || (columns > 1 && cells === 1)) return false;
    this.#rows += 1;
    return columns > 1 && cells !== columns;
  }
}
