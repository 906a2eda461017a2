import { type Assignment, isConstantName } from "./assignment.js";
import type { Span } from "./secret-rule.js";

/** A quote, or in Python the letters of a kind of string and a quote. */
const OPENER = /(?:[bfu](?=["']))?(\\{0,4}["'`])/iy;
const RUN = /[^\s]{1,1024}/y;
const MAX_QUOTED = 1024;
const MIN_LENGTH = 4;
/** A longer run without a blank is minified code, where only the quoted value counts. */
const LONGEST_RUN = 160;

/** Where a quoted value closes: an escaped or doubled quote does not. */
export function closing(content: string, opener: string): number {
  let close = content.indexOf(opener);
  while (close >= 0) {
    let slashes = 0;
    while (close > slashes && content[close - 1 - slashes] === "\\") slashes += 1;
    const escaped = opener.length === 1 && slashes % 2 === 1;
    const doubled = opener === "'" && content[close + 1] === "'";
    if (!escaped && !doubled) return close;
    close = content.indexOf(opener, close + (doubled && !escaped ? 2 : 1));
  }
  return -1;
}

const AFTER_SHORT = /^[\s,;)\]}]?$/;
const AFTER_QUOTED = /^[\s,;)\]}&|<>:#+.?!\\"'`/]?$/;

/** The quoted value; undefined if there are no quotes, or if it does not end with them. */
export function locateQuoted(text: string, start: number, assignment: Assignment): Span | undefined {
  OPENER.lastIndex = start;
  const opener = OPENER.exec(text)?.[1];
  if (opener === undefined) return undefined;
  const from = OPENER.lastIndex;
  const content = text.slice(from, from + MAX_QUOTED);
  const escaped = closing(content, opener);
  // In a shell a backslash between single quotes is a backslash.
  const close = escaped < 0 && opener === "'" ? content.search(/'(?=[\s,;)]|$)/) : escaped;
  if (close < 0 || /[^\\]\n/.test(content.slice(0, close))) return undefined;
  return mayClose(text, { start, close, after: content.charAt(close + opener.length) }, assignment)
    ? { start: from, end: from + close }
    : undefined;
}

interface Close {
  readonly start: number;
  /** How long the value is. */
  readonly close: number;
  /** The text after the quote. */
  readonly after: string;
}

/** Whether a value can end here: a quote inside a longer one does not close it. */
function mayClose(text: string, { start, close, after }: Close, assignment: Assignment): boolean {
  const isShort = close < MIN_LENGTH;
  if (!(isShort ? AFTER_SHORT : AFTER_QUOTED).test(after)) return false;
  // A password may begin with two quotes: what follows them directly belongs to it.
  if (isShort && isConstant(assignment) && !/^\s?$/.test(after) && after !== assignment.quote) return false;
  if (!isShell(assignment) || /^[\s;]?$/.test(after)) return true;
  RUN.lastIndex = start;
  return (RUN.exec(text)?.[0].length ?? 0) > LONGEST_RUN;
}

/**
 * True if a shell or an environment file assigns the value: it ends at the next blank, whatever it contains.
 */
const isShell = (assignment: Assignment): boolean =>
  assignment.quote === "" &&
  (isConstant(assignment) ||
    (assignment.operator === "" && !assignment.wrapped) ||
    assignment.name.startsWith("--"));

const isConstant = ({ name, operator, tight }: Assignment): boolean =>
  operator === "=" && tight && isConstantName(name);
