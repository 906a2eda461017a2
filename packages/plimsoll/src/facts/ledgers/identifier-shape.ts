const DATE_OR_TIME =
  /^\d{4}-\d\d(?:-\d\d)?(?:T[\d:.]+Z?)?$|^\d{1,2}:\d\d(?::\d\d)?(?:\.\d+)?$|^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$/;
const VERSION = /^v?\d+(?:\.\d+){1,4}(?:[-+][\w.]+)?$/;
/** Amounts, durations, addresses in memory, ranges: 0.35s, 1m23s, 1e-10, 0x7ffe, 24-bit, 6x6x6, 00-ff. */
const AMOUNT =
  /^[+-]?\d[\d.,]*(?:e[+-]?\d+)?(?:[a-z%]{0,4}|m\d+s|h\d+m)[a-z]?$|^0[xo][0-9a-f]+$|^\d+-[a-z]+$|^\d{1,4}(?:x\d{1,4})+$|^\w{1,2}-\w{1,2}$|\.\./i;
/** A package with its version. */
const RELEASE = /^[a-z][a-z_.-]*[-_=]+v?\d+(?:\.\d+)+[a-z0-9.+-]*$/i;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const UUID_CHARACTERS = 36;
const HEX = /^[0-9a-f]{7,64}$/i;
const EMAIL = /^[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}$/;
const COLOR = /^#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i;
/** Names in code with one number in them: utf8, sha256, int32, test_1, h2. */
const PROGRAM_NAME = /^[A-Za-z_.]+[-_]?\d{1,3}[A-Za-z_.]*$|^[a-z]+\d{1,4}$/;
const FILE_NAME = /\.[A-Za-z]{1,5}$/;

const MAX_VALUE_CHARACTERS = 128;

/** How surely a value stands for one thing: by its shape alone, only beside a word that announces it, or not at all. */
export type IdentifierShape = "sure" | "labelled" | "none";

const PLUS = 43;
const MINUS = 45;
const HASH = 35;
const SMALL_V = 118;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isLetter = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122;

/** The shape of a value: an order, a ticket, a commit, an account. Labelled digits count too. */
export function identifierShape(value: string): IdentifierShape {
  if (value.length < 3 || value.length > MAX_VALUE_CHARACTERS) return "none";
  if (value.includes("@") ? EMAIL.test(value) : value.length === UUID_CHARACTERS && UUID.test(value))
    return "sure";
  let digits = 0;
  let letters = 0;
  for (let index = 0; index < value.length; index++) {
    const code = value.charCodeAt(index);
    if (isDigit(code)) digits++;
    else if (isLetter(code)) letters++;
    else if (isForeign(code)) return "none";
  }
  if (digits === 0) return "none";
  return letters === 0 ? numberShape(value, digits) : wordShape(value, digits, letters);
}

/** White space, slashes, brackets and everything beyond ASCII. */
const isForeign = (code: number): boolean =>
  code === 47 ||
  code === 92 ||
  code === 40 ||
  code === 60 ||
  code > 126 ||
  code === 32 ||
  (code >= 9 && code <= 13);

function numberShape(value: string, digits: number): IdentifierShape {
  const hasSign = value.charCodeAt(0) === HASH;
  if (digits !== value.length - (hasSign ? 1 : 0) || digits < 3) return "none";
  const isSure = hasSign ? !COLOR.test(value) : digits >= 8;
  return isSure ? "sure" : "labelled";
}

/** The shape of a value of letters and digits. Patterns are tried only where their first character stands. */
function wordShape(value: string, digits: number, letters: number): IdentifierShape {
  const first = value.charCodeAt(0);
  const startsWithDigit = isDigit(first);
  if (startsWithDigit && DATE_OR_TIME.test(value)) return "none";
  if ((startsWithDigit || first === SMALL_V) && VERSION.test(value)) return "none";
  if (isLetter(first) && RELEASE.test(value)) return "none";
  const isHex = HEX.test(value);
  const mayBeAmount =
    startsWithDigit || first === PLUS || first === MINUS || value.length <= 5 || value.includes("..");
  if (mayBeAmount && !(isHex && letters >= 2) && AMOUNT.test(value)) return "none";
  if (isHex) return digits >= 2 && (letters >= 2 || digits >= 6) ? "sure" : "none";
  if (FILE_NAME.test(value)) return "none";
  const isPlain = value.length < 5 || digits < 2 || PROGRAM_NAME.test(value);
  return isPlain || (first === HASH && COLOR.test(value)) ? "labelled" : "sure";
}

/** True for a value that stands for one thing; what only a label makes one counts where it has a label. */
export function looksLikeIdentifier(value: string, isLabelled: boolean): boolean {
  const shape = identifierShape(value);
  return shape === "sure" || (isLabelled && shape === "labelled");
}

const LABELS: ReadonlySet<string> = new Set(
  (
    "id ids uuid guid key code number num no nr ref reference sku hash sha commit email phone zip account order ticket " +
    "issue invoice tracking booking reservation flight customer user product item variant serial branch port pid"
  ).split(" "),
);
const MAX_KEY_CHARACTERS = 60;

/** True for a key or word that announces an identifier: `order_id`, `orderId`, `Ticket`. */
export function announcesIdentifier(key: string): boolean {
  if (key.length > MAX_KEY_CHARACTERS) return false;
  let start = key.length;
  let capital = -1;
  while (start > 0 && isLetter(key.charCodeAt(start - 1))) {
    start--;
    if (capital < 0 && key.charCodeAt(start) < 97) capital = start;
  }
  const last = key.slice(start).toLowerCase();
  if (LABELS.has(last) && (start === 0 || /[_\s-]/.test(key.charAt(start - 1)))) return true;
  const isHump = capital > start && key.charCodeAt(capital - 1) >= 97;
  return isHump && LABELS.has(last.slice(capital - start));
}
