const OTHER = 0;
const LETTER = 1;
const DIGIT = 2;
const PUNCTUATION = 3;
const APOSTROPHE = 4;
const SLASH = 5;
const BLANK = 6;
const NEWLINE = 7;
const CLASS_COUNT = 8;

function asciiClass(code: number): number {
  if (code === 0x0a || code === 0x0d) return NEWLINE;
  if (code === 0x20 || code === 0x09 || code === 0x0b || code === 0x0c) return BLANK;
  if (code < 0x20 || code === 0x7f) return OTHER;
  if (code === 0x27) return APOSTROPHE;
  if (code === 0x2f) return SLASH;
  if (code >= 0x30 && code <= 0x39) return DIGIT;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a ? LETTER : PUNCTUATION;
}

const ASCII_CLASSES: Uint8Array = Uint8Array.from({ length: 128 }, (_, code) => asciiClass(code));

// …、。「」！，：；？
const WIDE_PUNCTUATION: ReadonlySet<number> = new Set([
  0x2026, 0x3001, 0x3002, 0x300c, 0x300d, 0xff01, 0xff0c, 0xff1a, 0xff1b, 0xff1f,
]);

const WIDE_BLANKS: ReadonlySet<number> = new Set([
  0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff,
]);

/** Han, Hangul, Hiragana and Katakana. */
const isWideLetter = (code: number): boolean =>
  (code >= 0x4e00 && code <= 0x9fef) ||
  (code >= 0xac00 && code <= 0xd7a3) ||
  (code >= 0x3041 && code <= 0x3096) ||
  (code >= 0x30a1 && code <= 0x30fa);

function wideClass(code: number): number {
  if (isWideLetter(code)) return LETTER;
  if (WIDE_PUNCTUATION.has(code)) return PUNCTUATION;
  return WIDE_BLANKS.has(code) || (code >= 0x2000 && code <= 0x200a) ? BLANK : OTHER;
}

/**
 * Pairs of neighbouring classes between which both pre-tokenizers always split, and where neither side's tokens
 * depend on the other side. `OTHER` may be a letter, mark, number or symbol, so it has few certain boundaries.
 */
const CERTAIN_BOUNDARIES: ReadonlyArray<readonly [number, readonly number[]]> = [
  [LETTER, [DIGIT, PUNCTUATION, SLASH, BLANK, NEWLINE]],
  [DIGIT, [LETTER, PUNCTUATION, APOSTROPHE, SLASH, BLANK, NEWLINE]],
  [PUNCTUATION, [DIGIT, BLANK]],
  [APOSTROPHE, [DIGIT, BLANK]],
  [SLASH, [DIGIT, BLANK]],
  [OTHER, [BLANK]],
  [NEWLINE, [LETTER, DIGIT, PUNCTUATION, APOSTROPHE]],
];

const IS_BOUNDARY: Uint8Array = new Uint8Array(CLASS_COUNT * CLASS_COUNT);
for (const [before, afters] of CERTAIN_BOUNDARIES) {
  for (const after of afters) IS_BOUNDARY[before * CLASS_COUNT + after] = 1;
}

function classAt(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code < 128 ? (ASCII_CLASSES[code] ?? OTHER) : wideClass(code);
}

/**
 * The last index in `(start, end]` at which the pre-tokenizers of `o200k_base` and `cl100k_base` split, whatever
 * the rest of the text is. The two sides can then be counted separately. -1 if no index is certain. `end` lies in
 * the text.
 */
export function lastCertainBoundary(text: string, start: number, end: number): number {
  let current = classAt(text, end);
  // The first character behind the blanks at `index`: an indentation starts a token unless a newline follows it.
  let behindBlanks = current;
  for (let index = end; index > start; index--) {
    const before = classAt(text, index - 1);
    if (IS_BOUNDARY[before * CLASS_COUNT + current] === 1) return index;
    if (current !== BLANK) behindBlanks = current;
    else if (before === NEWLINE && behindBlanks !== BLANK && behindBlanks !== NEWLINE) return index;
    current = before;
  }
  return -1;
}

/** Digits are taken three at a time. */
const DIGITS_AT_ONCE = 3;

/** Fewer boundaries than this a text certainly has not; stops counting above `limit`. */
export function countCertainBoundaries(text: string, limit: number): number {
  let boundaries = 0;
  let before = classAt(text, 0);
  let digits = 1;
  for (let index = 1; index < text.length; index++) {
    const current = classAt(text, index);
    boundaries += IS_BOUNDARY[before * CLASS_COUNT + current] ?? 0;
    digits = current === DIGIT && before === DIGIT ? digits + 1 : 1;
    if (digits > DIGITS_AT_ONCE) {
      boundaries += 1;
      digits = 1;
    }
    if (boundaries > limit) return boundaries;
    before = current;
  }
  return boundaries;
}

/** True if two consecutive texts can be counted separately, whatever surrounds them. */
export function isCertainBetween(before: string, after: string): boolean {
  if (before === "" || after === "") return false;
  const last = classAt(before, before.length - 1);
  const first = classAt(after, 0);
  if (IS_BOUNDARY[last * CLASS_COUNT + first] === 1) return true;
  return last === NEWLINE && first === BLANK && opensWithIndentation(after);
}

function opensWithIndentation(text: string): boolean {
  let index = 1;
  while (index < text.length && classAt(text, index) === BLANK) index++;
  return index < text.length && classAt(text, index) !== NEWLINE;
}
