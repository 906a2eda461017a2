/** White space beyond ASCII. */
const WIDE_BLANKS: ReadonlySet<number> = new Set(
  Array.from(
    "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff",
    (blank) => blank.charCodeAt(0),
  ),
);

/** White space and control characters. */
export const isBlank = (code: number): boolean =>
  code <= 32 || (code >= 160 && (code <= 0x3000 || code === 0xfeff) && WIDE_BLANKS.has(code));
