import type { PlainWriting } from "./plain-writing.js";

/** No secret of a known form is shorter in base64. */
const LEAST_CHARACTERS = 24;
const GROUP = 4;
const BYTES = 3;

const NO_DIGIT = 0;
const DIGIT = 1;
/** `+`, `/`, `-` and `_`. Of text in ASCII only the last digit of a group is one; elsewhere it separates. */
const RARE_DIGIT = 2;
const DIGITS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /[A-Za-z0-9]/.test(character) ? DIGIT : /[+/_-]/.test(character) ? RARE_DIGIT : NO_DIGIT;
});

/**
 * Runs of base64 in a text that begin with what a person can read: their text, and where it stands. Most characters of a text
 * without any are not looked at. A run ends with its line.
 */
export function* base64Writings(text: string): Generator<PlainWriting> {
  let start = 0;
  while (start + LEAST_CHARACTERS <= text.length) {
    // The `n` of an escaped line break does not belong to it.
    if (text.charAt(start - 1) === "\\") start += 1;
    const gap = lastGap(text, start);
    if (gap >= 0) {
      start = gap + 1;
      continue;
    }
    let end = start;
    if (beginsReadable(text, start)) {
      while (end < text.length && isDigit(text, end, start)) end += 1;
      yield writingOf(text, start, { whole: end - ((end - start) % GROUP), end });
    } else while (DIGITS[text.charCodeAt(end)] === DIGIT) end += 1;
    start = end + 1;
  }
}

const isDigit = (text: string, at: number, start: number): boolean => {
  const digit = DIGITS[text.charCodeAt(at)];
  return digit === DIGIT || (digit === RARE_DIGIT && (at - start) % GROUP === GROUP - 1);
};

/** The last place of the next characters that belongs to no run from here; negative if all do. */
function lastGap(text: string, start: number): number {
  for (let at = start + LEAST_CHARACTERS - 1; at >= start; at -= 1) if (!isDigit(text, at, start)) return at;
  return -1;
}

const decoded = (digits: string): string => atob(digits.replaceAll("-", "+").replaceAll("_", "/"));

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const VALUES = Uint8Array.from({ length: 128 }, (_, code) => ALPHABET.indexOf(String.fromCharCode(code)));
/** The bits that are 0 in the digits of a group of three characters of ASCII. */
const HIGH_BITS = [32, 8, 2, 0] as const;
const READABLE = /^[\t\n\r -~]*$/;

function beginsReadable(text: string, start: number): boolean {
  for (let at = 0; at < LEAST_CHARACTERS; at += 1) {
    const high = HIGH_BITS[at % GROUP] ?? 0;
    if (((VALUES[text.charCodeAt(start + at)] ?? 0) & high) !== 0) return false;
  }
  return READABLE.test(decoded(text.slice(start, start + LEAST_CHARACTERS)));
}

/** The digits that make no whole group hold up to two more bytes. */
function writingOf(
  text: string,
  start: number,
  { whole, end }: { readonly whole: number; readonly end: number },
): PlainWriting {
  const rest = end - whole;
  const plain = decoded(text.slice(start, rest === 1 ? whole : end));
  const groupAt = (bytes: number): number => start + Math.floor(bytes / BYTES) * GROUP;
  return {
    text: plain,
    spanIn: (span) => ({
      ...span,
      start: groupAt(span.start),
      end: Math.min(end, groupAt(span.end + BYTES - 1)),
    }),
  };
}
