const MOST_LEVELS = 40;
const MOST_OWNERS = 5_000;
/** A word that says what happens to a test, before its name. */
const LABEL =
  /^(?:Finished|Executed|Completed|Ended|Ran|Running|Started|Test(?: ?[Cc]ase)?|Executing)\b:? +(?=\S)/;
/** Where the test stands, behind its name. */
const PLACE_BEHIND = / +[([].*[)\]]$/;
/** Fields of a test, whose labels may end in one column. */
const FIELD = /^[a-z]\w*: /;
const NAMES_ERROR = /^(?:caught|raised|thrown|error|exception|message|reason): /;
const FRAME = /^at |:\d+\)?$/;

/** Follows by indentation which line another one stands under, and which lines have errors below them. */
export class LineOwners {
  #levels: { readonly indent: number; readonly text: string }[] = [];
  readonly #withErrors = new Set<string>();

  /** A line (trimmed, not blank) that stands so far from the margin. */
  read(indent: number, trimmed: string): void {
    if (FRAME.test(trimmed) || (FIELD.test(trimmed) && !NAMES_ERROR.test(trimmed))) return;
    while ((this.#levels.at(-1)?.indent ?? -1) >= indent) this.#levels.pop();
    if (this.#levels.length < MOST_LEVELS) this.#levels.push({ indent, text: trimmed });
  }

  /** What the line read last stands under; empty if that is nothing. */
  get above(): string {
    return this.#levels.at(-2)?.text ?? "";
  }

  /** The line read last tells an error: the one that it stands under has failed. */
  tellsError(): void {
    const owner = this.above;
    if (owner !== "" && this.#withErrors.size < MOST_OWNERS) this.#withErrors.add(owner);
  }

  /** The names of what has errors below it, if it is as many as the runner says that failed. */
  names(said: ReadonlySet<number>): readonly string[] {
    const names = new Set([...this.#withErrors].map(nameIn));
    return names.size > 1 && said.has(names.size) ? [...names] : [];
  }
}

const nameIn = (line: string): string => line.replace(LABEL, "").replace(PLACE_BEHIND, "");
