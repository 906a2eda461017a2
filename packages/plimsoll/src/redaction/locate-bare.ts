import { type Assignment, isConstantName } from "./assignment.js";
import { closing } from "./locate-quoted.js";
import type { Promised, Span } from "./secret-rule.js";

const RUN = /[^\s]{1,1024}/y;
const MIN_LENGTH = 4;

const NEXT_PAIR = /[,;&|](?=[A-Za-z][A-Za-z_ .-]{3,40}["']?[=:])/;

/**
 * An unquoted value: up to the next blank, the quote that opened before the name, or what ends it in a URL or in
 * code.
 */
export function locateBare(text: string, start: number, assignment: BareAssignment): Span {
  RUN.lastIndex = start;
  const run = RUN.exec(text)?.[0] ?? "";
  return { start, end: start + bareLength(run, assignment) };
}

type BareAssignment = Assignment & { readonly promised: Promised };

function bareLength(run: string, assignment: BareAssignment): number {
  const value = run.slice(0, bareEnd(run, assignment));
  if (/[\w=+/-]$/.test(value)) return value.length;
  // What closes a surrounding text is no part of the value.
  return value.replace(/(?:["'`]?[\]),;}]+|\\?["'`])$/, "").replace(/[.:]$/, "").length;
}

function bareEnd(run: string, assignment: BareAssignment): number {
  const { quote, before, operator, tight, name, promised } = assignment;
  if (quote !== "" && operator === "=") {
    const close = closing(run, quote);
    return close >= 0 ? close : run.length;
  }
  if (before === "?" || before === "&") return run.search(/[&#"'<>`\\]|$/);
  if ((operator === ":" && tight) || (promised !== "password" && !isConstantName(name)))
    return run.search(/[,;)}\]"'`<>&]|$/);
  return operator === "=" && tight && !isConstantName(name) ? endInCode(run, before) : run.length;
}

/** Another pair, or the end of an argument, ends the value. */
function endInCode(run: string, before: string): number {
  const next = NEXT_PAIR.exec(run)?.index ?? run.length;
  const length = next >= MIN_LENGTH ? next : run.length;
  return before === "(" || before === "," ? Math.min(length, run.search(/[,)]|$/)) : length;
}
