/** The keys of a delta whose values are words for a reader. */
const SHOWN: ReadonlySet<string> = new Set(["objective", "activeWork", "text"]);
const MAX_DEPTH = 32;

/**
 * Reads a streamed answer as a person may see it: of JSON the words alone, a line for each value, as they arrive; prose
 * as it is.
 */
export class ReadableJson {
  #isProse: boolean | undefined;
  /** Open objects and lists; in an object, whether a key comes next. */
  readonly #open: { readonly isObject: boolean; expectsKey: boolean }[] = [];
  #isInString = false;
  #escape = "";
  #key = "";
  #text = "";

  /** What of the next piece is to be read. */
  push(piece: string): string {
    this.#isProse ??= proseOrNot(piece);
    if (this.#isProse === undefined) return "";
    if (this.#isProse) return piece;
    let shown = "";
    for (const character of piece)
      shown += this.#isInString ? this.#within(character) : this.#between(character);
    return shown;
  }

  get #isKey(): boolean {
    return this.#open.at(-1)?.expectsKey === true;
  }

  #within(character: string): string {
    if (this.#escape === "" && character === '"') return this.#endString();
    const text = this.#decoded(character);
    if (this.#isKey) {
      this.#key += text;
      return "";
    }
    if (!SHOWN.has(this.#key)) return "";
    this.#text += text;
    return text;
  }

  #decoded(character: string): string {
    if (this.#escape === "" && character !== "\\") return character;
    this.#escape += character;
    const length = this.#escape[1] === "u" ? 6 : 2;
    if (this.#escape.length < length) return "";
    const escape = this.#escape;
    this.#escape = "";
    try {
      return String(JSON.parse(`"${escape}"`));
    } catch {
      return "";
    }
  }

  #endString(): string {
    this.#isInString = false;
    const isShown = !this.#isKey && this.#text !== "";
    this.#text = "";
    return isShown ? "\n" : "";
  }

  #between(character: string): string {
    const top = this.#open.at(-1);
    if (character === '"') {
      this.#isInString = true;
      if (this.#isKey) this.#key = "";
    } else if (character === "{" || character === "[") {
      const isObject = character === "{";
      if (this.#open.length < MAX_DEPTH) this.#open.push({ isObject, expectsKey: isObject });
    } else if (character === "}" || character === "]") this.#open.pop();
    else if (top && character === ":") top.expectsKey = false;
    else if (top && character === ",") top.expectsKey = top.isObject;
    return "";
  }
}

/** Undefined while an answer has not begun. JSON may stand in a fence. */
function proseOrNot(piece: string): boolean | undefined {
  const start = piece.trimStart();
  return start === "" ? undefined : !/^[[{`]/.test(start);
}
