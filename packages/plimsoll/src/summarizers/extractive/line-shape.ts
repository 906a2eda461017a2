const MAX_CHARACTERS = 240;
/** Tokens with a digit, at most this share of all, and so many words: a sentence, known by its first words. */
const MOST_NUMBERS = 0.3;
const LEAST_WORDS = 5;
const OPENING_WORDS = 3;
const TOKEN = /[\p{L}\p{M}\p{N}_]+/gu;
const HAS_DIGIT = /\d/;
const BLANKS = /\s+/g;
const CODE = /[{}();=<>[\]]/;

/**
 * What a line looks like without what differs from row to row: numbers and names in the same places, or, for a sentence,
 * its first words.
 */
export function lineShape(line: string): string {
  const text = line.slice(0, MAX_CHARACTERS);
  return asciiShape(text) ?? shapeOf(text);
}

const isSentence = (words: number, numbers: number): boolean =>
  words >= LEAST_WORDS && numbers <= MOST_NUMBERS * (words + numbers);

function shapeOf(text: string): string {
  const tokens = text.match(TOKEN) ?? [];
  const words = tokens.filter((token) => !HAS_DIGIT.test(token));
  if (isSentence(words.length, tokens.length - words.length) && !CODE.test(text))
    return words.slice(0, OPENING_WORDS).join(" ").toLowerCase();
  return text
    .replace(TOKEN, (token) => (HAS_DIGIT.test(token) ? "9" : "a"))
    .replace(BLANKS, "")
    .replace(/a{2,}/g, "a");
}

/** What a character of ASCII is to a shape; everything else is a sign. */
const CLASS = { sign: 0, letter: 1, digit: 2, blank: 3, code: 4 } as const;
const CLASSES = new Uint8Array(128);
for (let code = 0; code < CLASSES.length; code++) {
  const character = String.fromCharCode(code);
  if (/[A-Za-z_]/.test(character)) CLASSES[code] = CLASS.letter;
  else if (/\d/.test(character)) CLASSES[code] = CLASS.digit;
  else if (/\s/.test(character)) CLASSES[code] = CLASS.blank;
  else if (CODE.test(character)) CLASSES[code] = CLASS.code;
}
const BLANK = 32;
const LETTER = 97;
const DIGIT = 57;

/** The same in one pass: most lines of most outputs are plain, and there are many. Undefined beyond ASCII. */
function asciiShape(text: string): string | undefined {
  const line = new PlainLine();
  let start = -1;
  let hasDigit = false;
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : BLANK;
    if (code > 127) return undefined;
    const kind = CLASSES[code] ?? CLASS.sign;
    if (kind === CLASS.letter || kind === CLASS.digit) {
      if (start < 0) start = at;
      hasDigit ||= kind === CLASS.digit;
      continue;
    }
    if (start >= 0) line.token(start, at, hasDigit);
    if (kind !== CLASS.blank) line.sign(code, kind === CLASS.code);
    start = -1;
    hasDigit = false;
  }
  return line.shape(text);
}

class PlainLine {
  readonly #places: number[] = [];
  /** Where the first words begin and end. */
  readonly #opening: number[] = [];
  #words = 0;
  #numbers = 0;
  #hasCode = false;

  token(start: number, end: number, hasDigit: boolean): void {
    if (hasDigit) {
      this.#numbers++;
      this.#places.push(DIGIT);
      return;
    }
    if (this.#words++ < OPENING_WORDS) this.#opening.push(start, end);
    if (this.#places.at(-1) !== LETTER) this.#places.push(LETTER);
  }

  sign(code: number, isCode: boolean): void {
    this.#places.push(code);
    this.#hasCode ||= isCode;
  }

  shape(text: string): string {
    return isSentence(this.#words, this.#numbers) && !this.#hasCode
      ? slicesAt(text, this.#opening).join(" ").toLowerCase()
      : String.fromCharCode(...this.#places);
  }
}

/** The parts of a text between every other two places. */
const slicesAt = (text: string, places: readonly number[]): string[] =>
  Array.from({ length: places.length / 2 }, (_, index) =>
    text.slice(places[2 * index], places[2 * index + 1]),
  );
