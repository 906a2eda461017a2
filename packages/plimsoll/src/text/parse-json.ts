export interface JsonBounds {
  /** @default 64 */
  readonly maxDepth?: number;
  /** @default no bound */
  readonly maxCharacters?: number;
}

const DEFAULT_DEPTH = 64;

/** The value of a JSON text; undefined if it is not JSON, or beyond the bounds. Never throws. */
export function parseJson(text: string, { maxDepth, maxCharacters }: JsonBounds = {}): unknown {
  if (text.length > (maxCharacters ?? Number.POSITIVE_INFINITY) || !mayBeJson(text)) return undefined;
  if (jsonDepthExceeds(text, maxDepth ?? DEFAULT_DEPTH)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const OPENING = /^[\t\n\r ]*["[{\-0-9tfn]/;
/** One value after another, each on its line: never within JSON, where no string has a line end. */
const SEVERAL_VALUES = /[}\]]\r?\n[{[]/;

/** False for most texts that are not JSON: to fail is the slowest thing that a parser does. */
const mayBeJson = (text: string): boolean => OPENING.test(text) && !SEVERAL_VALUES.test(text);

const QUOTE = 34;
const BACKSLASH = 92;

/** True if the JSON text nests arrays and objects deeper than `limit`; linear, and safe on any text. */
export function jsonDepthExceeds(text: string, limit: number): boolean {
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) {
      index = endOfString(text, index);
    } else if (code === 91 || code === 123) {
      depth += 1;
      if (depth > limit) return true;
    } else if (code === 93 || code === 125) {
      depth -= 1;
    }
  }
  return false;
}

/** Where the array or object that begins at `start` ends; the text's length if it does not. */
export function jsonValueEnd(text: string, start: number): number {
  let depth = 0;
  for (let index = start; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) index = endOfString(text, index);
    else if (code === 91 || code === 123) depth += 1;
    else if (code === 93 || code === 125) {
      depth -= 1;
      if (depth <= 0) return index + 1;
    }
  }
  return text.length;
}

/** The index of the quote that closes the string opened at `start`; the text's length if none does. */
export function endOfString(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1);
  while (quote !== -1) {
    let escapes = 0;
    while (text.charCodeAt(quote - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return quote;
    quote = text.indexOf('"', quote + 1);
  }
  return text.length;
}
