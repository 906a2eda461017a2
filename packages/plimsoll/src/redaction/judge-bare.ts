import { type Assignment, isConstantName } from "./assignment.js";
import { isExpression } from "./is-expression.js";
import { isWordy } from "./is-wordy.js";
import { isComparison, isFolder, standsForNothing } from "./judge-quoted.js";
import { looksRandom } from "./looks-random.js";
import type { Promised } from "./secret-rule.js";

/** An unquoted value and its surroundings. */
export interface BareValue {
  readonly value: string;
  readonly assignment: Assignment;
  readonly promised: Promised;
  /** True if nothing else is on the line, apart from a comment. */
  isLine(): boolean;
  /** True if the lines around are settings too, and no code. */
  isSetting(): boolean;
  /** True if nothing follows, or another flag. */
  endsCommand(): boolean;
}

/** Whether an unquoted value is a secret. */
export function judgeBare(context: BareValue): boolean {
  const { value, assignment, promised } = context;
  const word = value.replace(JSON_BREAK, "");
  if (
    standsForNothing(value) ||
    standsForNothing(word) ||
    isFolder(assignment.name, value) ||
    isOtherName(value, assignment)
  )
    return false;
  if (repeatsName(word, assignment)) return false;
  if (promised === "password") return judgeBarePassword(context);
  if (!looksRandom(value) || /^[([{<"'`]/.test(value)) return false;
  return isConstant(context) ? !isCodeLike(value) : !isExpression(value) && !/[([{<"'`]/.test(value);
}

/** The end of a line inside a string of JSON. */
const JSON_BREAK = /[;,]?(?:\\[nrt])+["'}\])]*$/;

/** Another flag, or another name that is given something. */
const isOtherName = (value: string, { operator }: Assignment): boolean =>
  (operator === "" && value.startsWith("--")) ||
  (/^[a-z_]{3,}=$/i.test(value) && isWordy(value.slice(0, -1)));

/** `exports.FIRST_SECRET = other.FIRST_SECRET`: the name again, perhaps in another spelling. */
function repeatsName(value: string, { name }: Assignment): boolean {
  const last = (text: string): string => (/[\w-]+$/.exec(text)?.[0] ?? "").replace(/[_-]/g, "").toLowerCase();
  return last(name) !== "" && last(value) === last(name);
}

const isConstant = ({ assignment: { name, operator, tight }, isLine }: BareValue): boolean =>
  isConstantName(name) && ((operator === "=" && tight) || (operator === ":" && isLine()));

function judgeBarePassword(context: BareValue): boolean {
  const { value, assignment } = context;
  const { operator, tight, before } = assignment;
  if (isComparison(assignment)) return looksRandom(value) && !isExpression(value);
  if (isConstant(context) && tight) return !isCodeLike(value);
  if (isInAddress(assignment)) return value.length >= 6;
  if (isExpression(value) || isWordy(value.replaceAll("-", "_"))) return isPlainConfig(context);
  if (/^["'`([{<].*[\s(]?$/.test(value) && !isMixed(value)) return false;
  if (before === "(" && operator === ":") return false;
  return isMixed(value) || (operator === "=" && tight && value.length >= 8);
}

/** An address holds values, no code. */
const isInAddress = ({ before, operator }: Assignment): boolean => /[?&]/.test(before) && operator === "=";

/** Where a line holds nothing but a name and a word, or a flag is followed by another, the word is a value too. */
function isPlainConfig(context: BareValue): boolean {
  const { assignment, value, isLine, endsCommand } = context;
  const { name, operator } = assignment;
  if (!/^[\w-]{6,}$/.test(value)) return false;
  if (operator === "") return endsCommand();
  if (isAssignedWord(context)) return true;
  if (/^value[:=]$/i.test(operator) && isConstantName(name)) return endsCommand();
  if (/^[a-z]+$/.test(value) && isLine() && context.isSetting()) return true;
  return isLine() && mayBeSetting(context);
}

function mayBeSetting({ assignment: { name, operator, tight }, value }: BareValue): boolean {
  const isNumbered = /\d$/.test(value);
  const isGiven = operator === "=" && tight;
  if (name.includes(".")) return isNumbered && isGiven;
  return isNumbered || isGiven || /(?:-\w+){2}$/.test(value);
}

/** `--password=word`, or a numbered word that no code assigns. */
function isAssignedWord({ assignment: { name, operator, tight, before }, value }: BareValue): boolean {
  if (operator !== "=" || !tight) return false;
  if (name.startsWith("--") || before === ";") return true;
  return /\d$/.test(value) && !/[(,.]/.test(before + name);
}

/** Calls and places that the syntax distinguishes from a value. */
const isCodeLike = (value: string): boolean => /^[a-z_.]{3,}\(.*\)$/i.test(value) && isExpression(value);

/** A digit or a sign among letters, or letters in an order that words do not have. */
const isMixed = (value: string): boolean => {
  if (/[A-Za-z]/.test(value)) return /\d/.test(value) || !/^[\w$.:-]+$/.test(value) || !isWordy(value);
  return value.length >= 6 && /[^\d.,:_\s-]/.test(value) && new Set(value).size >= 4;
};
