import type { Located, Span } from "./secret-rule.js";
import { isExpression } from "./is-expression.js";
import { isHarmless } from "./is-harmless.js";
import { isReference } from "./is-reference.js";
import { isWordy } from "./is-wordy.js";
import { looksRandom } from "./looks-random.js";

const SCHEME =
  /\\{0,4}["'`]?(?:bearer|basic|digest|token|apikey|api-key|bot|key|hawk|oauth|negotiate|ntlm|aws4-hmac-sha256)\s{1,4}/iy;
/** Schemes whose credentials are a list of parameters. */
const LISTED = /^\\{0,4}["'`]?(?:digest|oauth|hawk|aws4-hmac-sha256)\s/i;
const PARAMETERS = /[^\n\r']{1,4096}/y;
const CREDENTIALS = /[^\s"'`,;<>{}()\\]{1,8192}/y;
const TOKEN_RUN = /[A-Za-z0-9._~+/=-]{1,8192}/y;

function runAt(pattern: RegExp, text: string, start: number): Span {
  pattern.lastIndex = start;
  return { start, end: start + (pattern.exec(text)?.[0].length ?? 0) };
}

/** The credentials of an Authorization header, after their scheme. */
export function locateAuthorization(text: string, match: Span): Located {
  SCHEME.lastIndex = match.end;
  const withScheme = SCHEME.test(text);
  if (withScheme && LISTED.test(text.slice(match.end, match.end + 24))) {
    const list = runAt(PARAMETERS, text, SCHEME.lastIndex);
    return {
      ...list,
      secret: /(?:signature|response|mac|token)\\{0,4}["']?=/i.test(text.slice(list.start, list.end)),
    };
  }
  const quote = /^\\{0,4}["'`]?/.exec(text.slice(match.end, match.end + 5))?.[0].length ?? 0;
  const found = runAt(CREDENTIALS, text, withScheme ? SCHEME.lastIndex : match.end + quote);
  const value = text.slice(found.start, found.end).replace(/[.=]+$/, "");
  const isCode = withScheme
    ? isNamed(value) && !/\d/.test(value)
    : isNamed(value) || isCalled(text, found) || isListed(text, match, value);
  return { ...found, secret: !isNone(value) && !isCode && (withScheme || looksRandom(value)) };
}

const isNone = (value: string): boolean =>
  value.length < 6 || value.startsWith("--") || isReference(value) || isHarmless(value);

const isNamed = (value: string): boolean => isWordy(value) || isExpression(value);

const HEADER_NAME = /^(?:[a-z][a-z\d]{0,15}-){1,4}[a-z]{2,15}$/i;

/** True for another name in a list of headers. */
const isListed = (text: string, { start, end }: Span, value: string): boolean =>
  HEADER_NAME.test(value) && /,\s*$/.test(text.slice(start, end));

/** True for the name of a function that code calls to compute the header. */
const isCalled = (text: string, { start, end }: Span): boolean =>
  text.charAt(end) === "(" && /^[A-Za-z_][\w.]*$/.test(text.slice(start, end));

/** The token after the word Bearer, unless it is prose about bearers. */
export function locateBearer(text: string, match: Span): Located {
  const found = runAt(TOKEN_RUN, text, match.end);
  const value = text.slice(found.start, found.end).replace(/[.=]+$/, "");
  const secret = value.length >= 12 && !isWordy(value) && !isExpression(value) && looksRandom(value);
  return { ...found, secret };
}

/** User and password in base64, as they are sent with the scheme Basic: they hold a colon. */
export function locateBasic(text: string, match: Span): Located {
  const found = runAt(TOKEN_RUN, text, match.end);
  return { ...found, secret: holdsPair(text.slice(found.start, found.end)) };
}

/** True for base64 of printable text with a colon in it. */
export function holdsPair(value: string): boolean {
  if (
    value.length < 8 ||
    value.length > 512 ||
    value.length % 4 === 1 ||
    !/^[A-Za-z0-9+/]+={0,2}$/.test(value)
  )
    return false;
  try {
    return /^[\x20-\x7e\x80-\xff]+:[\x20-\x7e\x80-\xff]+$/.test(atob(value));
  } catch {
    return false;
  }
}
