import { BLANK, DIGIT, END, LOWER, NEWLINE, OTHER, type PieceText, UPPER, WIDE } from "./piece-text.js";

const SPACE = 0x20;
const APOSTROPHE = 0x27;
const SLASH = 0x2f;
const LOWER_CASE_BIT = 0x20;
const DIGITS_AT_ONCE = 3;
const LETTERS = { d: 0x64, e: 0x65, l: 0x6c, m: 0x6d, r: 0x72, s: 0x73, t: 0x74, v: 0x76 } as const;

/** The pattern that `o200k_base` cuts a text into pieces with, before any of them is encoded. */
const PATTERN: RegExp = (() => {
  const upper = String.raw`[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]`;
  const lower = String.raw`[\p{Ll}\p{Lm}\p{Lo}\p{M}]`;
  const before = String.raw`[^\r\n\p{L}\p{N}]?`;
  const contraction = "(?:'(?:[sS]|[dD]|[mM]|[tT]|[lL][lL]|[vV][eE]|[rR][eE]))?";
  const alternatives = [
    `${before}${upper}*${lower}+${contraction}`,
    `${before}${upper}+${lower}*${contraction}`,
    String.raw`\p{N}{1,3}`,
    String.raw` ?[^\s\p{L}\p{N}]+[\r\n/]*`,
    String.raw`\s*[\r\n]+`,
    String.raw`\s+(?!\S)`,
    String.raw`\s+`,
  ];
  return new RegExp(alternatives.join("|"), "uy");
})();

function runEnd({ kinds }: PieceText, start: number, kind: number): number {
  let end = start;
  while (kinds[end] === kind) end++;
  return end;
}

function contractionEnd({ codes }: PieceText, start: number): number {
  if (codes[start] !== APOSTROPHE) return start;
  const first = (codes[start + 1] ?? 0) | LOWER_CASE_BIT;
  const { d, e, l, m, r, s, t, v } = LETTERS;
  if (first === s || first === d || first === m || first === t) return start + 2;
  const second = (codes[start + 2] ?? 0) | LOWER_CASE_BIT;
  const isPair = (first === l && second === l) || ((first === v || first === r) && second === e);
  return isPair ? start + 3 : start;
}

/** Upper-case letters, then lower-case ones, then a contraction; -1 if a wide character may belong to it. */
function wordEnd(text: PieceText, start: number): number {
  const end = runEnd(text, runEnd(text, start, UPPER), LOWER);
  return text.kinds[end] === WIDE ? -1 : contractionEnd(text, end);
}

function digitsEnd({ kinds }: PieceText, start: number): number {
  let end = start + 1;
  while (end - start < DIGITS_AT_ONCE && kinds[end] === DIGIT) end++;
  return end - start < DIGITS_AT_ONCE && kinds[end] === WIDE ? -1 : end;
}

function punctuationEnd(text: PieceText, start: number): number {
  const { codes, kinds } = text;
  let end = runEnd(text, start, OTHER);
  if (kinds[end] === WIDE) return -1;
  while (kinds[end] === NEWLINE || codes[end] === SLASH) end++;
  return end;
}

function blanksEnd({ kinds }: PieceText, start: number): number {
  let end = start;
  let behindNewline = -1;
  while (kinds[end] === BLANK || kinds[end] === NEWLINE) {
    end++;
    if (kinds[end - 1] === NEWLINE) behindNewline = end;
  }
  if (kinds[end] === WIDE) return -1;
  if (behindNewline !== -1) return behindNewline;
  // The last blank belongs to what follows it.
  return kinds[end] === END || end - start === 1 ? end : end - 1;
}

function asciiPieceEnd(text: PieceText, start: number): number {
  const first = text.kinds[start];
  if (first === LOWER || first === UPPER) return wordEnd(text, start);
  if (first === DIGIT) return digitsEnd(text, start);
  if (first === WIDE) return -1;
  if (first === NEWLINE) return blanksEnd(text, start);
  const second = text.kinds[start + 1];
  if (second === LOWER || second === UPPER) return wordEnd(text, start + 1);
  if (second === WIDE) return -1;
  if (first === OTHER) return punctuationEnd(text, start);
  if (second === OTHER && text.codes[start] === SPACE) return punctuationEnd(text, start + 1);
  return blanksEnd(text, start);
}

/**
 * Where the piece of `o200k_base` that begins at `start` ends. Follows the pattern of the encoding by hand as long as
 * everything that matters is ASCII, which most of most texts is, and is several times as fast there.
 */
export function o200kPieceEnd(text: PieceText, start: number): number {
  const end = asciiPieceEnd(text, start);
  if (end !== -1) return end;
  PATTERN.lastIndex = start;
  return PATTERN.test(text.text) ? PATTERN.lastIndex : start + 1;
}
