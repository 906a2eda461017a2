import { FILE_WORDS, isFileName } from "./source-extensions.js";

/**
 * What one word of a text is, by its shape alone. Who uses the answer decides which kinds matter to it; what a word is,
 * is decided here.
 *
 * - `word`: prose, and everything that is no single word.
 * - `address`: `https://…`; `email`.
 * - `path`: a file or folder for certain. `pathlike`: `and/or`, `docs/guide`, `/srv`, `Makefile`, which are paths only
 *   where something says that a path stands there.
 * - `dotted`: `theme.bold`, a member of something, or a file with an ending that no list knows.
 * - `name`: as only code writes: `camelCase`, `snake_case`, `sha256`, `order_42`. `pascal`: `TypeError`, `GitHub`, a
 *   class or a product.
 * - `numbered`: `phase1`, `step-2`, `utf8`: a word with one or two digits behind it.
 * - `id`: letters and digits that name one thing. `hash`: hexadecimal, and UUIDs. `issue`: `#12`. `color`: `#a1b2c3`.
 * - `version`: `1.2.3`, `v1.2`, `lodash-4.17.21`. `date`: a date or a time of day.
 * - `number`: digits. `literal`: `0x7ffe`, `1920x1080`, `1-555-0100`. `amount`: `300ms`, `24-bit`, `3.5`, `3/4`.
 */
export type TokenKind =
  | "word"
  | "address"
  | "email"
  | "path"
  | "pathlike"
  | "dotted"
  | "name"
  | "pascal"
  | "numbered"
  | "id"
  | "hash"
  | "issue"
  | "color"
  | "version"
  | "date"
  | "number"
  | "literal"
  | "amount";

/** Anything longer is data, not a name. */
const MAX_CHARACTERS = 400;

const HAS = { slash: 1, dot: 2, at: 4, underscore: 8, colon: 16, foreign: 32 } as const;
const DIGITS_SHIFT = 8;
const LETTERS_SHIFT = 18;
const COUNT_MASK = 0x3ff;
const ONE_DIGIT = 1 << DIGITS_SHIFT;
const ONE_LETTER = 1 << LETTERS_SHIFT;

const digitsIn = (signs: number): number => (signs >> DIGITS_SHIFT) & COUNT_MASK;
const lettersIn = (signs: number): number => signs >>> LETTERS_SHIFT;

/** By ASCII code: the flags that a character adds to a token. */
const SIGNS: Int32Array = Int32Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[A-Za-z]/.test(character)) return ONE_LETTER;
  if (/\d/.test(character)) return ONE_DIGIT;
  if (character === "/" || character === "\\") return HAS.slash;
  if (character === ".") return HAS.dot;
  if (character === "@") return HAS.at;
  if (character === "_") return HAS.underscore;
  if (character === ":") return HAS.colon;
  return /[#~+=%$&-]/.test(character) ? 0 : HAS.foreign;
});

/** Letters beyond ASCII of scripts that separate words and use digits: Latin, Greek, Cyrillic. */
const isWideLetter = (code: number): boolean =>
  (code >= 0xc0 && code <= 0x24f && code !== 0xd7 && code !== 0xf7) || (code >= 0x370 && code <= 0x52f);

const isUpper = (code: number): boolean => code >= 65 && code <= 90;

/** The content of a token: flags, and the number of digits and letters. */
function signsOf(token: string): number {
  let signs = 0;
  for (let at = 0; at < token.length; at++) {
    const code = token.charCodeAt(at);
    if (code < 128) {
      const sign = SIGNS[code] ?? 0;
      signs = sign >= ONE_DIGIT ? signs + sign : signs | sign;
    } else if (isWideLetter(code)) signs += ONE_LETTER;
    else return HAS.foreign;
  }
  return signs;
}

/** The kind of a word. Linear. */
export function tokenKind(token: string): TokenKind {
  if (token.length < 2 || token.length > MAX_CHARACTERS) return "word";
  const signs = signsOf(token);
  if (signs & HAS.colon) return colonKind(token, signs);
  if (signs & HAS.foreign) return "word";
  if (token.charCodeAt(0) === 35) return markedKind(token, signs);
  return plainKind(token, signs);
}

function plainKind(token: string, signs: number): TokenKind {
  if (signs & HAS.slash) return slashKind(token, signs);
  if (signs & HAS.at) return atKind(token);
  if (digitsIn(signs) === 0) return letterKind(token, signs);
  return lettersIn(signs) === 0 ? numberKind(token, signs) : mixedKind(token, signs);
}

const TIME = /^\d{1,2}:\d\d(?::\d\d)?(?:\.\d+)?$/;
const POSITION = /:\d{1,7}(?::\d{1,5})?$/;
const DRIVE = /^[A-Za-z]:[\\/]/;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-][\d:]{4,6})?$/;

/** Of an address, a time, a place in a file, a path with a drive, an id in two parts. */
function colonKind(token: string, signs: number): TokenKind {
  if (signs & HAS.slash && /^[A-Za-z][A-Za-z0-9+.-]{0,20}:\/\/./.test(token)) return "address";
  if (signs & HAS.foreign) return "word";
  if (DRIVE.test(token)) return "path";
  if (TIME.test(token) || TIMESTAMP.test(token)) return "date";
  const place = POSITION.exec(token);
  if (place !== null) {
    const before = token.slice(0, place.index);
    if (tokenKind(before) === "path") return "path";
  }
  return digitsIn(signs) > 0 && lettersIn(signs) > 0 && !(signs & HAS.slash) ? "id" : "word";
}

const COLOR = /^#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

function markedKind(token: string, signs: number): TokenKind {
  if (digitsIn(signs) === token.length - 1) return "issue";
  if (COLOR.test(token)) return "color";
  const kind = plainKind(token.slice(1), signs);
  return digitsIn(signs) > 0 && kind !== "path" ? "id" : kind;
}

const ROOTED = /^(?:~|\.{1,2})[\\/]/;
const RATIO = /^\d+(?:[\\/]\d+)+(?:-?[A-Za-z]+)?$/;
const JOINED = /[^\\/][\\/][^\\/]/;
const WORD_PAIR = /^[A-Za-z]+[\\/][A-Za-z]+$/;

function slashKind(token: string, signs: number): TokenKind {
  if (lettersIn(signs) === 0) return digitsIn(signs) === 0 ? "word" : "amount";
  if (token.startsWith("//") || token.startsWith("\\")) return "word";
  if (ROOTED.test(token)) return "path";
  if (RATIO.test(token)) return "amount";
  if (JOINED.test(token)) return WORD_PAIR.test(token) ? "pathlike" : "path";
  return isFileName(token.replace(/^[\\/]+|[\\/]+$/g, "")) ? "path" : "pathlike";
}

const EMAIL = /^[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}$/;
/** A package with its version. */
const RELEASE = /^[a-z@][a-z_.-]*[-_=@]+v?\d+(?:\.\d+)+[a-z0-9.+-]*$/i;

function atKind(token: string): TokenKind {
  if (RELEASE.test(token)) return "version";
  return EMAIL.test(token) ? "email" : "id";
}

/** `.env`, `.gitignore`, `.eslintrc.json`; `.join` is as well the member of something. */
const HIDDEN_FILE = /^\.(?:env|venv|git\w*|\w{1,20}(?:rc|ignore|config|rules))(?:\.\w{1,12})?$/;
const HIDDEN_NAME = /^\.[a-z][\w.-]{1,40}$/;
const DOTTED = /^[\w-]{2,100}\.[a-z]{1,5}$/;
const SNAKE = /[A-Za-z]_[A-Za-z]/;
const HUMP = /[a-z][A-Z]/g;

function letterKind(token: string, signs: number): TokenKind {
  if (signs & HAS.dot) {
    if (isFileName(token) || HIDDEN_FILE.test(token)) return "path";
    if (HIDDEN_NAME.test(token)) return "pathlike";
    // `Node.js` is a product, written like a member.
    return DOTTED.test(token) && !/^[A-Z]/.test(token) ? "dotted" : "word";
  }
  if (signs & HAS.underscore && SNAKE.test(token)) return "name";
  const humps = token.match(HUMP)?.length ?? 0;
  if (humps === 0) return FILE_WORDS.has(token) ? "pathlike" : "word";
  return humps > (isUpper(token.charCodeAt(0)) ? 1 : 0) ? "name" : "pascal";
}

const DOTTED_DATE = /^\d{1,2}\.\d{1,2}\.\d{4}$/;
const RELEASE_NUMBER = /^\d+(?:\.\d+){2,}$/;
const DASHED_DATE = /^\d{4}-\d\d(?:-\d\d)?$|^\d{1,2}-\d{1,2}-\d{4}$/;
const DASHED_NUMBER = /^\d+(?:-\d+){2,}$/;

function numberKind(token: string, signs: number): TokenKind {
  if (digitsIn(signs) === token.length) return "number";
  if (signs & HAS.dot) {
    const isDecimal = token.indexOf(".") === token.lastIndexOf(".");
    if (isDecimal || !RELEASE_NUMBER.test(token)) return "amount";
    return DOTTED_DATE.test(token) ? "date" : "version";
  }
  if (!token.includes("-", 1)) return "amount";
  if (DASHED_DATE.test(token)) return "date";
  return DASHED_NUMBER.test(token) ? "literal" : "amount";
}

const VERSION = /^v?\d+(?:\.\d+){1,4}(?:[-+][\w.]+)?$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const UUID_CHARACTERS = 36;
const HEX = /^[0-9a-f]{7,64}$/i;
const LITERAL = /^0[xo][0-9a-f]+$|^\d{1,4}(?:x\d{1,4})+$/i;
/** Amounts and durations: 0.35s, 1m23s, 1e-10, 85%. */
const MEASURE = /^[+-]?\d[\d.]*(?:e[+-]?\d+)?(?:[a-z%\u00c0-\u024f\u0370-\u052f]{0,5}|m\d+s|h\d+m)$/i;
/** Counted things and ranges: 24-bit, 3-year-old, 00-ff. */
const COUNTED = /^\d+-[a-z]+$|^\d{1,3}(?:-[a-z]+)+$|^\w{1,2}-\w{1,2}$/i;
const NUMBERED = /^[A-Za-z]+(?:-[A-Za-z]+)*-?\d{1,2}$/;
/** Names in code with one number in them: sha256, test_1, h264enc. */
const NUMBERED_NAME = /^[A-Za-z_.]+[-_]?\d{1,3}[A-Za-z_.]*$|^[a-z]+\d{1,4}$/;
const ENDING = /\.[A-Za-z]{1,5}$/;

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const SMALL_V = 118;
const PLUS = 43;
const MINUS = 45;

/** The kind of a mix of letters and digits. Tries patterns only if their first character occurs. */
function mixedKind(token: string, signs: number): TokenKind {
  const first = token.charCodeAt(0);
  if (signs & HAS.dot && isFileName(token)) return "path";
  if (isVersion(token, first)) return "version";
  const isHash = isHexadecimal(token, signs);
  if (isHash && lettersIn(signs) >= 2) return "hash";
  if (isMeasure(token, first)) return "amount";
  if (isHash) return "hash";
  if (isDigit(first) && LITERAL.test(token)) return "literal";
  return codeKind(token, signs);
}

const isVersion = (token: string, first: number): boolean =>
  isDigit(first) ? VERSION.test(token) : RELEASE.test(token) || (first === SMALL_V && VERSION.test(token));

function isHexadecimal(token: string, signs: number): boolean {
  if (token.length === UUID_CHARACTERS && UUID.test(token)) return true;
  const digits = digitsIn(signs);
  return digits >= 2 && (lettersIn(signs) >= 2 || digits >= 6) && HEX.test(token);
}

function isMeasure(token: string, first: number): boolean {
  const mayBe = isDigit(first) || first === PLUS || first === MINUS || token.length <= 5;
  return (mayBe && (MEASURE.test(token) || COUNTED.test(token))) || token.includes("..");
}

function codeKind(token: string, signs: number): TokenKind {
  if (signs & HAS.dot && ENDING.test(token)) return "dotted";
  if (NUMBERED.test(token)) return "numbered";
  return NUMBERED_NAME.test(token) ? "name" : "id";
}
