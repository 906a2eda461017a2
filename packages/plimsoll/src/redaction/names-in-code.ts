import type { Assignment } from "./assignment.js";
import { isConstantName } from "./assignment.js";
import { MAX_LOOKED_AT } from "./is-wordy.js";
import type { Span } from "./secret-rule.js";

/**
 * `self.password`, `args->key`, `&Config::new(`, `parts[i+1`: names, places in them and calls, no literal. A text is
 * read in one way only, so the time is linear.
 */
const EXPRESSION =
  /^[&*!<(-]{0,4}[$@]{0,2}[A-Za-z_]\w*(?:(?:\.|->|&\.|\?\.)[$@{]?\w+|::[$@]\w+|[()[\]{},:+*!-]\w*|&&|\|\|)*$/;

/** Lines that only source code has. */
const CODE_LINES: readonly RegExp[] = [
  /[;{]\s*(?:\/[/*].*)?$/,
  /^\s*[})\]]+[;,]?\s*$/,
  /[):]\s*->\s*\S.*:$|\):\s*$|^\s*(?:else|try|finally|except\b.*):\s*$/,
  /^\s*(?:async |export |public |private |static |final )*(?:def|class|func|fn|function|const|let|var|my|import|return)\s[\w$({[*]/,
  /^\s*(?:if|elsif|elif|unless|while|for|switch|raise|throw|yield|await|using|package|require|module)\b[\s(].*\w/,
  /^\s*(?:end|begin|do|pass|break|continue|return)\s*$/,
  /^\s*(?:self|cls|\*{1,2}\w+),\s*$/,
  /^\s*(?:\[[\w.]+\]|[\w$]+):\s*\w*(?:[a-z][A-Z]|_)\w*(?:\??\.\w+)+,\s*$/,
  /^\s*\[\w+\.[\w.]+\]:\s/,
  /(?:^|[=(])\s*(?:self|this|@\w+)(?:\.|->| = )/,
  /^[^=:]*(?:=>|->|\w::\w|&&|\|\|)|\s:=\s|[=!]==/,
  /^(?:[^=:]*=)?\s*[\w$.]+\(.*\)[;,]?\s*$/,
];

/** Inside a string of JSON a value ends before an escaped break or quote. */
const ESCAPE = /\\[nrt"]/;
const BREAK = /\r?\n|\\n/;
const REACH = 300;
const LINES_LOOKED_AT = 3;
/** A line of a difference, of a numbered listing or of search results has something before it. */
const LISTED = /^(?:[+-](?![+-])|\s*\d+[\t:|]|[\w./-]+\.\w{1,5}[:-]\d+[:-])/;

const isCodeLine = (line: string): boolean => {
  const bare = line.replace(LISTED, "");
  return CODE_LINES.some((shape) => shape.test(bare));
};

/** True if the line of a span, or one of the three before and after it, can only be source code. */
function standsInCode(text: string, { start, end }: Span): boolean {
  const before = text
    .slice(Math.max(0, start - REACH), start)
    .split(BREAK)
    .slice(-1 - LINES_LOOKED_AT);
  const after = text
    .slice(end, end + REACH)
    .split(BREAK)
    .slice(0, 1 + LINES_LOOKED_AT);
  const line = `${before.pop() ?? ""}${text.slice(start, end).slice(0, MAX_LOOKED_AT)}${after.shift() ?? ""}`;
  return [line, ...before.slice(REACH < start ? 1 : 0), ...after].some(isCodeLine);
}

/** A name that a person gave: its parts have a few letters each, and at most one number. */
function isGivenName(name: string): boolean {
  return name.split("_").every((part) => {
    const pieces = part.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];
    const letters = pieces.join("").length;
    return (part.match(/\d+/g)?.length ?? 0) <= 1 && letters >= 2.5 * (pieces.length - 1);
  });
}

/**
 * True for what code assigns with blanks around the sign, passes by name or puts in a field; a shell and a settings
 * file give literals in the same place.
 */
function isCodeAssignment({ operator, tight, name, before }: Assignment, value: CodeValue): boolean {
  if (name.startsWith("-") || /[?&]/.test(before)) return false;
  if (operator === ":") return !tight && /^(?:,|\s\|\s|(?:\s|\\[nrt]){1,40}[}\]])/.test(value.after);
  if (isComparison(operator)) return !tight;
  if (!tight) return operator === "=" || operator === ":=" || operator === "=>";
  return operator === "=" && !isConstantName(name) && /^[\w$]+(?:\.|->|::)[A-Za-z_]|\($/.test(value.text);
}

interface CodeValue {
  readonly text: string;
  /** What follows it. */
  readonly after: string;
}

const isComparison = (operator: string): boolean => operator.includes("==") || operator.startsWith("!");

/**
 * True for a value without quotes that source code reads or computes: a name, a field, a call. Code has its
 * literals in quotes.
 */
export function namesInCode(text: string, assignment: Assignment, bare: Span): boolean {
  const given = text.slice(bare.start, Math.min(bare.end, bare.start + MAX_LOOKED_AT));
  const value = (given.split(ESCAPE, 1)[0] ?? "").replace(/[;,]+$/, "");
  const end = bare.start + value.length;
  if (
    !EXPRESSION.test(value) ||
    !isCodeAssignment(assignment, { text: value, after: text.slice(end, end + 48) })
  )
    return false;
  const names = value.match(/[A-Za-z_]\w*/g) ?? [];
  return names.every(isGivenName) && standsInCode(text, { start: assignment.start, end });
}
