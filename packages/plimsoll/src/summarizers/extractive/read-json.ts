/** JSON read for display: scalars keep their source text, so that no number is rounded or invented. */
export type JsonNode =
  | { readonly type: "scalar"; readonly text: string; readonly isString: boolean }
  | { readonly type: "array"; readonly entries: readonly JsonNode[] }
  | { readonly type: "object"; readonly entries: readonly (readonly [string, JsonNode])[] };

const MAX_DEPTH = 64;
const LITERAL = /-?\d[\d.eE+-]*|true|false|null/y;

/**
 * Thrown if a text is not JSON. One shared error: most texts are not JSON, and creating an error takes longer
 * than finding out.
 */
const MALFORMED = new Error("not JSON");

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): JsonNode {
    const node = this.#value(0);
    this.#skipBlanks();
    if (this.#at < this.#text.length) throw MALFORMED;
    return node;
  }

  #skipBlanks(): void {
    while (this.#at < this.#text.length && this.#text.charCodeAt(this.#at) <= 32) this.#at++;
  }

  #take(character: string): boolean {
    this.#skipBlanks();
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  #value(depth: number): JsonNode {
    if (depth > MAX_DEPTH) throw MALFORMED;
    if (this.#take("{")) return this.#object(depth);
    if (this.#take("[")) return this.#array(depth);
    if (this.#text[this.#at] === '"') return { type: "scalar", text: this.#string(), isString: true };
    LITERAL.lastIndex = this.#at;
    const literal = LITERAL.exec(this.#text)?.[0];
    if (literal === undefined) throw MALFORMED;
    this.#at += literal.length;
    return { type: "scalar", text: literal, isString: false };
  }

  #object(depth: number): JsonNode {
    const entries: [string, JsonNode][] = [];
    if (this.#take("}")) return { type: "object", entries };
    do {
      this.#skipBlanks();
      const key = this.#string();
      if (!this.#take(":")) throw MALFORMED;
      entries.push([key, this.#value(depth + 1)]);
    } while (this.#take(","));
    if (!this.#take("}")) throw MALFORMED;
    return { type: "object", entries };
  }

  #array(depth: number): JsonNode {
    const entries: JsonNode[] = [];
    if (this.#take("]")) return { type: "array", entries };
    do entries.push(this.#value(depth + 1));
    while (this.#take(","));
    if (!this.#take("]")) throw MALFORMED;
    return { type: "array", entries };
  }

  #string(): string {
    if (this.#text[this.#at] !== '"') throw MALFORMED;
    const start = this.#at;
    let end = this.#text.indexOf('"', start + 1);
    let escaped = false;
    while (end !== -1 && this.#isEscaped(end)) {
      escaped = true;
      end = this.#text.indexOf('"', end + 1);
    }
    if (end === -1) throw MALFORMED;
    this.#at = end + 1;
    const raw = this.#text.slice(start + 1, end);
    return escaped || raw.includes("\\") ? (JSON.parse(`"${raw}"`) as string) : raw;
  }

  #isEscaped(quote: number): boolean {
    let at = quote;
    while (this.#text.charCodeAt(at - 1) === 92) at--;
    return (quote - at) % 2 === 1;
  }
}

/** The value of a text that is one JSON object or array; undefined for everything else. Never throws. */
export function readJson(text: string): JsonNode | undefined {
  const first = /^\s*[[{]/.test(text.slice(0, 256));
  if (!first) return undefined;
  try {
    return new Reader(text).document();
  } catch {
    return undefined;
  }
}
