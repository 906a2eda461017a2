const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const SPACE = /[ \t\n\r]*/y;
const WORD = /true|false|null/y;

/** Walks a JSON text as far as it is valid. Recursive: the caller bounds the depth first. */
class JsonWalker {
  position = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** True if a whole value was read; otherwise `position` is the position of the error. */
  value(): boolean {
    this.#skip(SPACE);
    const character = this.#text[this.position];
    if (character === "{") return this.#list("}", () => this.#member());
    if (character === "[") return this.#list("]", () => this.value());
    if (character === '"') return this.#string();
    return this.#skip(WORD) || this.#skip(NUMBER);
  }

  atEnd(): boolean {
    this.#skip(SPACE);
    return this.position >= this.#text.length;
  }

  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.position;
    if (!pattern.test(this.#text)) return false;
    this.position = pattern.lastIndex;
    return true;
  }

  #string(): boolean {
    if (this.#text[this.position] !== '"') return false;
    this.position += 1;
    for (;;) {
      const code = this.#text.charCodeAt(this.position);
      if (code === 92) {
        if (!this.#skip(ESCAPE)) return false;
      } else if (code >= 32) {
        this.position += 1;
        if (code === 34) return true;
      } else {
        return false;
      }
    }
  }

  #take(character: string): boolean {
    this.#skip(SPACE);
    if (this.#text[this.position] !== character) return false;
    this.position += 1;
    return true;
  }

  #member(): boolean {
    this.#skip(SPACE);
    return this.#string() && this.#take(":") && this.value();
  }

  #list(close: string, entry: () => boolean): boolean {
    this.position += 1;
    if (this.#take(close)) return true;
    do {
      if (!entry()) return false;
    } while (this.#take(","));
    return this.#take(close);
  }
}

/** Where a text stops being JSON, as a line and a column from 1. */
export function jsonErrorPosition(text: string): { readonly line: number; readonly column: number } {
  const walker = new JsonWalker(text);
  if (walker.value()) walker.atEnd();
  let line = 1;
  let start = 0;
  for (;;) {
    const next = text.indexOf("\n", start);
    if (next === -1 || next >= walker.position) break;
    line += 1;
    start = next + 1;
  }
  return { line, column: walker.position - start + 1 };
}
