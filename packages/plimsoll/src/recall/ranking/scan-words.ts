import { CHARACTER, characterClass } from "./character-class.js";
import { foldWord } from "./fold-word.js";

/** Longer runs of letters are cut: no word is that long. */
const MAX_WORD = 80;
/** Letters before digits, or after them, that are a word of their own: `table2026`, not `b22`. */
const LEAST_LETTERS = 3;

const { other, letter, capital, digit, joiner, wide } = CHARACTER;

/** Told of each word of a text, folded, and of where it begins. */
export type FoundWord = (word: string, at: number) => void;

/**
 * The words of a text in the order of their places. Names, paths and numbers (`max_retries`, `readFile`,
 * `src/app.ts`) are words as a whole, and so are their parts. Chinese, Japanese and Korean come in pairs of characters.
 */
export function scanWords(text: string, found: FoundWord): void {
  let at = 0;
  while (at < text.length) {
    const kind = characterClass(text.charCodeAt(at));
    if (kind === other) at += 1;
    else if (kind === wide) at = scanWide(text, at, found);
    else at = scanToken(text, at, found);
  }
}

function scanWide(text: string, start: number, found: FoundWord): number {
  let end = start + 1;
  while (end < text.length && characterClass(text.charCodeAt(end)) === wide) end += 1;
  if (end === start + 1) found(foldWord(text.slice(start, end)), start);
  for (let at = start; at + 1 < end; at++) found(foldWord(text.slice(at, at + 2)), at);
  return end;
}

function scanToken(text: string, start: number, found: FoundWord): number {
  let end = start;
  let kinds = 0;
  const limit = Math.min(text.length, start + MAX_WORD);
  for (; end < limit; end++) {
    const kind = characterClass(text.charCodeAt(end));
    if (kind === other || kind === wide) break;
    // A capital at the beginning makes no compound.
    if (kind !== capital || end > start) kinds |= 1 << kind;
  }
  if ((kinds & COMPOUND) === 0 || kinds === 1 << digit) found(foldWord(text.slice(start, end)), start);
  else scanCompound(text.slice(start, end), start, found);
  return end;
}

/** Kinds of characters that only names, paths and numbers have inside. */
const COMPOUND = (1 << joiner) | (1 << digit) | (1 << capital);

function scanCompound(token: string, start: number, found: FoundWord): void {
  let [first, last] = [0, token.length];
  while (first < last && isJoiner(token, first)) first += 1;
  while (last > first && isJoiner(token, last - 1)) last -= 1;
  if (first === last) return;
  const whole = token.slice(first, last);
  found(foldWord(whole), start + first);
  scanParts(whole, (part, at) => found(foldWord(part), start + first + at));
}

const isJoiner = (text: string, at: number): boolean => characterClass(text.charCodeAt(at)) === joiner;

/** The parts of a compound token, and what remains without its hyphens; nothing for a simple word. */
function scanParts(token: string, found: FoundWord): void {
  let start = 0;
  for (let at = 1; at <= token.length; at++) {
    if (at < token.length && !isSeam(token, start, at)) continue;
    const part = token.slice(start, at);
    if (part.length > 1 && part.length < token.length && !isJoiner(part, 0)) found(part, start);
    start = at;
  }
  if (HYPHENATED.test(token)) found(token.replaceAll("-", ""), 0);
}

const HYPHENATED = /^\p{L}+(?:-\p{L}+)+$/u;

/** Whether a part that began at `start` ends before the character at `at`. */
function isSeam(token: string, start: number, at: number): boolean {
  const before = characterClass(token.charCodeAt(at - 1));
  const after = characterClass(token.charCodeAt(at));
  if (before === joiner || after === joiner) return true;
  if ((before === digit) !== (after === digit)) return at - start >= LEAST_LETTERS;
  if (after !== capital) return false;
  // `HTTPServer` is `HTTP` and `Server`: the last of several capitals begins the next part.
  return before !== capital || characterClass(token.charCodeAt(at + 1)) === letter;
}
