/** What a string that must be right to the character looks like. */
export type ExactShape = "url" | "path" | "number" | "name" | "id";

/** A string of a text that is either right or wrong: a path, an id, a hash, an address, a number, a name in code. */
export interface ExactString {
  readonly value: string;
  readonly shape: ExactShape;
  readonly start: number;
  readonly end: number;
}

const CANDIDATE =
  /[A-Za-z][A-Za-z0-9+.-]{1,20}:\/\/[\x21\x23-\x26\x2a-\x3b\x3d\x3f-\x5a\x5f\x61-\x7a~]+|[A-Za-z0-9_@~$./\\+-]+/g;
const LEAD = /^[./\\+~$@-]+/;
const TRAILING = "./\\+~$@,;:!?-";
const MIN_CHARACTERS = 4;
/** What is longer is data, not a name for something. */
const MAX_CHARACTERS = 400;

/** 1st, 300ms, 1.5GB, 24-hour, phase1, step-2: words with a number in them. */
const ORDINAL = /^\d+(?:st|nd|rd|th)s?$/i;
const AMOUNT = /^\d{1,3}(?:\.\d{1,3})?[A-Za-z]{1,4}$/;
/** 1234ms: the number is exact, its unit is how one writes it. */
const MEASURED = /^(\d{4,}(?:\.\d+)?)(?:ms|s|k|m|b|kb|mb|gb|px|x)$/i;
const COUNTED = /^\d{1,3}(?:-[A-Za-z]+)+$/;
const NUMBERED = /^[A-Za-z]+(?:-[A-Za-z]+)*-?\d{1,2}$/;
/** `and/or`, `client/server`: two plain words. */
const ALTERNATIVE = /^[A-Za-z]+\/[A-Za-z]+$/;
const FILE_NAME = /^[\w-]{2,100}\.[a-z]{1,5}$/;
/** Node.js and its kind. */
const PRODUCT = /^[A-Z][a-z]+\.(?:js|io|ai)$/;
const DIGITS = /\d{4}/;
const RELEASE = /^\d+(?:\.\d+){2,}$/;
const DATE_LIKE = /^\d+(?:-\d+){2,}$/;
const HUMP = /[a-z][A-Z]/g;

/** Every exact string of a text in order, by shape alone. One pass. */
export function exactStrings(text: string): ExactString[] {
  const found: ExactString[] = [];
  for (const { 0: raw, index } of text.matchAll(CANDIDATE)) {
    const lead = LEAD.exec(raw)?.[0].length ?? 0;
    const trimmed = raw.slice(lead, endOfWord(raw));
    const value = MEASURED.exec(trimmed)?.[1] ?? trimmed;
    const start = index + lead;
    const shape = shapeOf(value);
    if (shape !== undefined) found.push({ value, shape, start, end: start + value.length });
    else if (/[./\\-]/.test(value)) addParts(value, start, found);
  }
  return found;
}

function endOfWord(raw: string): number {
  let end = raw.length;
  while (end > 0 && TRAILING.includes(raw.charAt(end - 1))) end--;
  return end;
}

/** The parts of a compound that is nothing exact by itself: `manager.planWindow`, `1000/2000`. */
function addParts(value: string, offset: number, found: ExactString[]): void {
  for (const { 0: part, index } of value.matchAll(/[^./\\-]+/g)) {
    const shape = shapeOf(part);
    const start = offset + index;
    if (shape !== undefined) found.push({ value: part, shape, start, end: start + part.length });
  }
}

function shapeOf(value: string): ExactShape | undefined {
  if (value.length < MIN_CHARACTERS || value.length > MAX_CHARACTERS) return undefined;
  if (value.includes("://")) return "url";
  if (!/[A-Za-z]/.test(value)) return numberShape(value);
  if (/\w[/\\]\w/.test(value)) return ALTERNATIVE.test(value) ? undefined : "path";
  if (/\d/.test(value)) {
    const isWord = [ORDINAL, AMOUNT, COUNTED, NUMBERED].some((pattern) => pattern.test(value));
    return isWord ? undefined : "id";
  }
  if (value.includes("@")) return "id";
  if (FILE_NAME.test(value)) return PRODUCT.test(value) ? undefined : "name";
  if (value.includes(".")) return undefined;
  if (/[A-Za-z]_[A-Za-z]/.test(value)) return "name";
  const humps = value.match(HUMP)?.length ?? 0;
  // One capital inside of a capitalised word is how products are written.
  return humps > (/^[A-Z]/.test(value) ? 1 : 0) ? "name" : undefined;
}

function numberShape(value: string): ExactShape | undefined {
  if (RELEASE.test(value)) return "number";
  if (DATE_LIKE.test(value)) return value.length >= 8 ? "number" : undefined;
  return DIGITS.test(value) && /^\d+(?:\.\d+)?$/.test(value) ? "number" : undefined;
}
