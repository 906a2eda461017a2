import type { Span } from "./secret-rule.js";

/** An assignment of a value to a name, with its surroundings. */
export interface Assignment {
  /** The whole name: `DB_PASSWORD` if the search was for `PASSWORD`. */
  readonly name: string;
  /** The quote that opened before the name, with its backslashes; "" if none did. */
  readonly quote: string;
  /** The text before name and quote; "" at the beginning. */
  readonly before: string;
  /** Between name and value, without blanks: `=`, `:`, `===`, `>`; "" if there are only blanks. */
  readonly operator: string;
  /** True if there is no blank between name and value. */
  readonly tight: boolean;
  /** Where the name begins. */
  readonly start: number;
  /** True if value and name are on different lines. */
  readonly wrapped: boolean;
}

const NAME_CHARACTERS = new Uint8Array(128);
for (const character of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-")
  NAME_CHARACTERS[character.charCodeAt(0)] = 1;

const isNameCharacter = (code: number): boolean => code < 128 && NAME_CHARACTERS[code] === 1;

const MAX_NAME = 64;
const LINE_BEGINNING =
  /(?:^|[\n\r]|\\n)[ \t]*(?:- |export |set |setx |ENV |ARG |env |\$env:|[#;/]{1,2} ?|\+ ?)?["']?$/;

/** Reads the surroundings of a keyword and its operator, which `match` spans. */
export function readAssignment(text: string, match: Span): Assignment {
  let start = match.start;
  while (start > 0 && match.start - start < MAX_NAME && isNameCharacter(text.charCodeAt(start - 1)))
    start -= 1;
  const matched = text.slice(match.start, match.end);
  let tail = 0;
  while (tail < matched.length && isNameCharacter(matched.charCodeAt(tail))) tail += 1;
  const between = matched.slice(tail);
  const quote = /\\{0,4}["'`]$/.exec(text.slice(Math.max(0, start - 5), start))?.[0] ?? "";
  return {
    name: text.slice(start, match.start + tail),
    quote,
    before: text.charAt(start - quote.length - 1),
    operator: between.replace(/^\\{0,4}["'`]?\]?/, "").replace(/[\s\\]/g, ""),
    tight: !/\s/.test(between),
    start,
    wrapped: between.includes("\n"),
  };
}

/** True if a name at this place is the first word of its line. */
export function beginsLine(text: string, start: number): boolean {
  const line = text.slice(Math.max(0, start - 40), start);
  return LINE_BEGINNING.test(start <= 40 ? `\n${line}` : line);
}

const LINE_END = /[ \t]{0,40}(?:#|\/\/|\\n|\r?\n|$)/y;

/** True if nothing but a comment follows on the line. */
export function endsLine(text: string, end: number): boolean {
  LINE_END.lastIndex = end;
  return LINE_END.test(text);
}

/** True for names as environments have them: DB_PASSWORD. */
export function isConstantName(name: string): boolean {
  return /^[A-Z][A-Z0-9_]*$/.test(name);
}
