import type { Located, Span } from "./secret-rule.js";

const MAX_BODY = 16_384;
/** Shorter runs of base64 after the header are prose. */
const MIN_RUN = 16;

const SEPARATORS = /(?:\\[rnt]|[\s"'+>|])*/y;
const BASE64_RUN = /[A-Za-z0-9/+=]+/y;

function endOfFooter(text: string, from: number): number | undefined {
  const body = text.slice(from, from + MAX_BODY);
  const footer = body.indexOf("-----");
  if (footer < 0 || !body.startsWith("-----END", footer)) return undefined;
  if (!/[A-Za-z0-9/+=]{16}/.test(body.slice(0, footer))) return undefined;
  const close = body.slice(footer + 8, footer + 72).indexOf("-----");
  return from + footer + 8 + (close < 0 ? 0 : close + 5);
}

function stickyEnd(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
}

/** A key that was cut off before its footer: everything that still looks like its body. */
function endOfTruncatedBody(text: string, from: number): number {
  let end = from;
  while (end - from < MAX_BODY) {
    const runStart = stickyEnd(SEPARATORS, text, end);
    const runEnd = stickyEnd(BASE64_RUN, text, runStart);
    if (runEnd - runStart < MIN_RUN) break;
    end = runEnd;
  }
  return end;
}

/** From the header to the footer; a header without a body is not a secret. */
export function locatePrivateKey(text: string, match: Span): Located {
  const end = endOfFooter(text, match.end) ?? endOfTruncatedBody(text, match.end);
  return { start: match.start, end, secret: end > match.end };
}

const PUTTY_LINES = /(?:[A-Za-z0-9+/=]{1,80}(?:\\r)?(?:\\n|\r?\n|$)){1,100}/y;

/** The private lines of a PuTTY key. */
export function locatePuttyKey(text: string, match: Span): Located {
  const end = stickyEnd(PUTTY_LINES, text, match.end);
  return { start: match.end, end, secret: end - match.end >= MIN_RUN };
}
