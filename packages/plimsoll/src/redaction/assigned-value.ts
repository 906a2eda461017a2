import type { Located, Span } from "./secret-rule.js";

/** How much a bare value must look like a secret before it is taken for one. */
export type Suspicion = "any" | "random";

const OPENER = /\\{0,4}["'`]/y;
const BARE_RUN = /[^\s"'`,;&<>\\]+/y;
const TRAILING = ")]}.:";
const MAX_QUOTED = 1024;
const MIN_LENGTH: Readonly<Record<Suspicion, number>> = { any: 4, random: 6 };

/** Types, states and other words that stand after `password:` in code and prose. */
const HARMLESS: ReadonlySet<string> = new Set(
  (
    "string str number boolean bool bytes any unknown object none null nil undefined void true false " +
    "required optional invalid missing incorrect expired empty text field input type hidden default"
  ).split(" "),
);

const IDENTIFIER_PATH = /^[A-Za-z_$][\w$]*(?:[.:]{1,2}[\w$]+)*$/;
const CODE = /^[A-Za-z_$][\w$.:]*[([]/;
const VARIABLE = /^(?:\$\{?[A-Z_][A-Z0-9_]*\}?|\$[({]|\{\{|%[A-Z_]+%$)/;

function isOneCharacter(value: string): boolean {
  for (let index = 1; index < value.length; index += 1) if (value[index] !== value[0]) return false;
  return true;
}

/** Random-looking: has a digit, or is longer than words are. A plain number is a count. */
export function looksRandom(value: string): boolean {
  if (/^[\d.]+$/.test(value)) return false;
  return value.length >= 20 || (value.length >= 6 && /\d/.test(value));
}

const FILE_PATH = /\/.*\.[a-z]{1,5}$/i;

/** Long, of letters and digits, and no path: what may stand behind the word `token` alone is often a name. */
export function looksLikeToken(value: string): boolean {
  if (value.length < 16 || value.length > 4096 || /\s|\[REDACTED:/.test(value)) return false;
  return /\d/.test(value) && /[a-z]/i.test(value) && !FILE_PATH.test(value);
}

function isBareSecret(value: string, suspicion: Suspicion): boolean {
  if (value.length < MIN_LENGTH[suspicion]) return false;
  if (value.length < 16 && HARMLESS.has(value.toLowerCase())) return false;
  if (CODE.test(value) || VARIABLE.test(value) || isOneCharacter(value)) return false;
  if (/[.:]/.test(value) && value.length < 256 && IDENTIFIER_PATH.test(value)) return false;
  return suspicion === "any" || looksRandom(value);
}

function locateQuoted(text: string, start: number, opener: string): Located | undefined {
  const limit = Math.min(text.length, start + MAX_QUOTED);
  const content = text.slice(start, limit);
  let close = content.indexOf(opener);
  while (close > 0 && opener.length === 1 && content[close - 1] === "\\") {
    close = content.indexOf(opener, close + 1);
  }
  if (close < 0 || content.slice(0, close).includes("\n")) return undefined;
  const value = content.slice(0, close);
  const secret = value.length >= 4 && !VARIABLE.test(value) && !isOneCharacter(value);
  return { start, end: start + close, secret };
}

/** The value that begins at `start`: quoted, or up to the next space, quote, comma or `&`. */
export function locateValue(text: string, start: number, suspicion: Suspicion): Located {
  OPENER.lastIndex = start;
  const opener = OPENER.exec(text)?.[0];
  if (opener !== undefined) {
    const quoted = locateQuoted(text, start + opener.length, opener);
    if (quoted !== undefined) return quoted;
  }
  const from = start + (opener?.length ?? 0);
  BARE_RUN.lastIndex = from;
  const run = BARE_RUN.exec(text)?.[0] ?? "";
  let length = run.length;
  while (length > 0 && TRAILING.includes(run.charAt(length - 1))) length -= 1;
  const value = run.slice(0, length);
  return { start: from, end: from + length, secret: isBareSecret(value, suspicion) };
}

const SCHEME = /\\{0,4}["'`]?(?:bearer|basic|digest|token|apikey|negotiate|aws4-hmac-sha256)\s{1,4}/iy;

/** The credentials of an Authorization header, after their scheme. */
export function locateAuthorization(text: string, match: Span): Located {
  SCHEME.lastIndex = match.end;
  if (!SCHEME.test(text)) return locateValue(text, match.end, "random");
  const found = locateValue(text, SCHEME.lastIndex, "any");
  return { ...found, secret: found.secret && found.end - found.start >= 6 };
}

const TOKEN_RUN = /[A-Za-z0-9._~+/=-]+/y;

/** What follows the word Bearer, unless it is prose about bearers. */
export function locateBearer(text: string, match: Span): Located {
  TOKEN_RUN.lastIndex = match.end;
  const run = TOKEN_RUN.exec(text)?.[0] ?? "";
  const secret = run.length >= 12 && (looksRandom(run) || /[a-z][A-Z]/.test(run));
  return { start: match.end, end: match.end + run.length, secret };
}
