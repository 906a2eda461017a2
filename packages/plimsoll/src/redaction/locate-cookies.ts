import type { Located, Span } from "./secret-rule.js";

const MAX_HEADER = 8192;
const PAIRS =
  /^[\w.$!#%&*+^|~-]{1,64}=[^\s;"'`\\]{0,4096}(?:;\s{0,2}[\w.$!#%&*+^|~-]{1,64}=[^\s;"'`\\]{0,4096}){0,100}/;
const ATTRIBUTE = /^(?:path|domain|expires|max-age|samesite|secure|httponly|priority|version)$/i;
const RANDOM = /(?=.*\d)(?=.*[A-Za-z])^[A-Za-z0-9%._~+/=:|-]{16,}$/;

/** From the first cookie to the last one that identifies somebody; cookies that only set something are none. */
export function locateCookies(text: string, match: Span): Located {
  const header = PAIRS.exec(text.slice(match.end, match.end + MAX_HEADER))?.[0] ?? "";
  let start = -1;
  let end = 0;
  let position = 0;
  for (const pair of header.split(";")) {
    const [name = ""] = pair.trimStart().split("=", 1);
    const value = pair.slice(pair.indexOf("=") + 1);
    if (!ATTRIBUTE.test(name) && isIdentifying(name, value)) {
      if (start < 0) start = position + pair.length - value.length;
      end = position + pair.length;
    }
    position += pair.length + 1;
  }
  const secret = start >= 0;
  return { start: match.end + Math.max(0, start), end: match.end + (secret ? end : header.length), secret };
}

const isIdentifying = (name: string, value: string): boolean =>
  RANDOM.test(value) || (value.length >= 6 && /sess|sid|auth|token|jwt|csrf|xsrf|login|remember/i.test(name));
