const OPENING = "([{";
const CLOSING = ")]}";
const MOST_LINES = 8;
const MOST_CHARACTERS = 240;

/** A text in brackets that goes on over several lines, up to the one that closes the first of them. */
export class OpenBracket {
  #depth = 0;
  #lines = 0;

  /** Begins with a line (trimmed); it goes on if the line begins or ends with a bracket that it does not close. */
  open(line: string): void {
    const isOpen = OPENING.includes(line.charAt(0)) || OPENING.includes(line.charAt(line.length - 1));
    this.#depth = isOpen ? depthOf(line) : 0;
    this.#lines = 0;
  }

  /** The text with the next line, if that belongs to it; undefined if the text has ended. */
  read(text: string, line: string): string | undefined {
    if (this.#depth <= 0 || this.#lines >= MOST_LINES || text.length >= MOST_CHARACTERS) return undefined;
    this.#depth += depthOf(line);
    this.#lines += 1;
    const isTight = OPENING.includes(text.charAt(text.length - 1)) || CLOSING.includes(line.charAt(0));
    return text + (isTight ? "" : " ") + line;
  }

  /** True where no bracket is open. */
  get isClosed(): boolean {
    return this.#depth <= 0;
  }

  close(): void {
    this.#depth = 0;
  }
}

function depthOf(line: string): number {
  let depth = 0;
  for (const character of line) {
    if (OPENING.includes(character)) depth += 1;
    else if (CLOSING.includes(character)) depth -= 1;
  }
  return depth;
}
