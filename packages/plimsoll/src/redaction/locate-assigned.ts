import { type Assignment, beginsLine, endsLine, isConstantName, readAssignment } from "./assignment.js";
import { standsAmongSettings } from "./stands-among-settings.js";
import type { Located, Span } from "./secret-rule.js";
import { isExpression, isHarmless, isReference, isWordy, looksLikeToken, looksRandom } from "./word-shape.js";

/** What a name promises: the less it says, the more its value must look like a secret. */
export type Promised = "password" | "secret" | "token";

const OPENER = /\\{0,4}["'`]/y;
const RUN = /[^\s]{1,1024}/y;
const MAX_QUOTED = 1024;
const MIN_LENGTH = 4;
/** The name that a marker holds is given nothing. */
const MARKER = "[REDACTED:";
/** A longer run without a blank is minified code, of which only the quoted value is meant. */
const LONGEST_RUN = 160;

/** The value that is assigned by `match` (a keyword and its operator), and whether it is a secret. */
export function locateAssigned(text: string, match: Span, promised: Promised): Located {
  const found = assigned(text, match, promised);
  // What is no secret may hold the name of one.
  return found.secret ? found : { ...found, end: Math.min(found.end, match.end) };
}

function assigned(text: string, match: Span, promised: Promised): Located {
  // Most often only a blank follows: it assigns nothing, unless to a flag or in a list of credentials.
  if (
    /[\w"'`\]]\s*$/.test(text.slice(match.end - 6, match.end)) &&
    !isFlag(text, match) &&
    !isBuildVariable(text, match) &&
    !isNetrc(text, match)
  ) {
    return { start: match.end, end: match.end, secret: false };
  }
  const assignment = readAssignment(text, match);
  if (text.endsWith(MARKER, assignment.start)) return { start: match.end, end: match.end, secret: false };
  // An environment knows no comparison: the second sign belongs to the value.
  if (/^=[=>]{1,2}$/.test(assignment.operator) && assignment.tight && isConstantName(assignment.name)) {
    return assigned(text, { ...match, end: match.end - assignment.operator.length + 1 }, promised);
  }
  const block = blockScalar(text, match);
  if (block)
    return { ...block, secret: judgeQuoted(text.slice(block.start, block.end), assignment, promised) };
  const quoted = locateQuoted(text, match.end, assignment);
  if (quoted) {
    const value = text.slice(quoted.start, quoted.end);
    return { ...quoted, secret: judgeQuoted(value, assignment, promised) };
  }
  const bare = locateBare(text, match.end, { ...assignment, promised });
  const value = text.slice(bare.start, bare.end);
  const secret = judgeBare({
    value,
    assignment,
    promised,
    isLine: () => beginsLine(text, assignment.start) && endsLine(text, bare.end),
    isSetting: () => standsAmongSettings(text, { start: assignment.start, end: bare.end }),
    endsCommand: () => endsLine(text, bare.end) || /^\s-/.test(text.slice(bare.end, bare.end + 2)),
  });
  return { ...bare, secret };
}

const isFlag = (text: string, { start }: Span): boolean =>
  /--[\w-]{0,30}$/.test(text.slice(Math.max(0, start - 32), start));

/** True in `ENV DB_PASSWORD …`, as build files of containers have it. */
const isBuildVariable = (text: string, { start }: Span): boolean =>
  /(?:^|\n|\\n)ENV [A-Z0-9_]{0,40}$/.test(text.slice(Math.max(0, start - 48), start));

const NETRC = /(?:^|\s)(?:login|account)\s{1,8}\S{1,128}\s{1,8}$/;

/** True behind `machine … login …`, where the next word names the password. */
function isNetrc(text: string, { start }: Span): boolean {
  const before = text.slice(Math.max(0, start - 160), start);
  return /\s$/.test(before) && (before.includes("login") || before.includes("account")) && NETRC.test(before);
}

const BLOCK = /[|>][+-]?\d?[ \t]{0,4}\r?\n([ \t]{1,40})/y;
const MAX_BLOCK = 4096;

/** The lines of a YAML block scalar: as long as they are indented like the first one. */
function blockScalar(text: string, { end }: Span): Span | undefined {
  BLOCK.lastIndex = end;
  const indent = BLOCK.exec(text)?.[1];
  if (indent === undefined) return undefined;
  const start = BLOCK.lastIndex;
  const limit = Math.min(text.length, start + MAX_BLOCK);
  let stop = text.indexOf("\n", start);
  while (stop >= 0 && stop < limit && text.startsWith(indent, stop + 1)) stop = text.indexOf("\n", stop + 1);
  return { start, end: stop < 0 || stop > limit ? limit : stop };
}

/** Where a quoted value closes: an escaped or doubled quote does not. */
function closing(content: string, opener: string): number {
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

/** The value between quotes; undefined where there are none, or where it does not end with them. */
function locateQuoted(text: string, start: number, assignment: Assignment): Span | undefined {
  OPENER.lastIndex = start;
  const opener = OPENER.exec(text)?.[0];
  if (opener === undefined) return undefined;
  const from = start + opener.length;
  const content = text.slice(from, from + MAX_QUOTED);
  const escaped = closing(content, opener);
  // In a shell a backslash between single quotes is a backslash.
  const close = escaped < 0 && opener === "'" ? content.search(/'(?=[\s,;)]|$)/) : escaped;
  if (close < 0 || /[^\\]\n/.test(content.slice(0, close))) return undefined;
  const after = content.charAt(close + opener.length);
  if (!(close < MIN_LENGTH ? AFTER_SHORT : AFTER_QUOTED).test(after)) return undefined;
  // A password may begin with two quotes: what follows them directly belongs to it.
  if (close < MIN_LENGTH && isConstant(assignment) && !/^\s?$/.test(after) && after !== assignment.quote)
    return undefined;
  if (isShell(assignment) && !/^[\s;]?$/.test(after)) {
    RUN.lastIndex = start;
    if ((RUN.exec(text)?.[0].length ?? 0) <= LONGEST_RUN) return undefined;
  }
  return { start: from, end: from + close };
}

/** True where a shell or an environment file gives the value: it ends with the next blank, whatever it holds. */
const isShell = (assignment: Assignment): boolean =>
  assignment.quote === "" &&
  (isConstant(assignment) ||
    (assignment.operator === "" && !assignment.wrapped) ||
    assignment.name.startsWith("--"));

const isConstant = ({ name, operator, tight }: Assignment): boolean =>
  operator === "=" && tight && isConstantName(name);

const NEXT_PAIR = /[,;&|](?=[A-Za-z][A-Za-z_ .-]{3,40}["']?[=:])/;

/** A value without quotes: up to the next blank, the quote that opened before the name, or what ends it in a URL or in code. */
function locateBare(text: string, start: number, assignment: BareAssignment): Span {
  RUN.lastIndex = start;
  const run = RUN.exec(text)?.[0] ?? "";
  return { start, end: start + bareLength(run, assignment) };
}

type BareAssignment = Assignment & { readonly promised: Promised };

function bareLength(run: string, { quote, before, operator, tight, name, promised }: BareAssignment): number {
  let length = run.length;
  if (quote !== "" && operator === "=") {
    const close = closing(run, quote);
    if (close >= 0) length = close;
  } else if (before === "?" || before === "&") {
    length = run.search(/[&#"'<>`\\]|$/);
  } else if ((operator === ":" && tight) || (promised !== "password" && !isConstantName(name))) {
    length = run.search(/[,;)}\]"'`<>&]|$/);
  } else if (operator === "=" && tight && !isConstantName(name)) {
    const next = NEXT_PAIR.exec(run)?.index ?? length;
    if (next >= MIN_LENGTH) length = next;
    if (before === "(" || before === ",") length = Math.min(length, run.search(/[,)]|$/));
  }
  // What closes a surrounding text is no part of the value.
  const value = run.slice(0, length);
  if (/[\w=+/-]$/.test(value)) return length;
  return value.replace(/(?:["'`]?[\]),;}]+|\\?["'`])$/, "").replace(/[.:]$/, "").length;
}

const SENTENCE = /\s.*[.:?!…]$|\s.*\s.*\s/;

/** `PWD` is the folder that a shell is in. */
const isFolder = (name: string, value: string): boolean =>
  /(?:^|_|OLD)pwd$/i.test(name) && /^[/~.\\]|^[A-Z]:/.test(value);

function judgeQuoted(value: string, { operator, name }: Assignment, promised: Promised): boolean {
  const trimmed = value.trim();
  if (isFolder(name, trimmed)) return false;
  if (trimmed.startsWith("-----BEGIN") && trimmed.includes("PRIVATE")) return true;
  if (trimmed.length < MIN_LENGTH || isReference(trimmed) || isHarmless(trimmed)) return false;
  if (operator.includes("==") || operator.startsWith("!"))
    return looksRandom(trimmed) && !isExpression(trimmed);
  if (promised === "token") return looksRandom(trimmed) && !/\s/.test(trimmed);
  if (SENTENCE.test(trimmed) && isProse(trimmed)) return false;
  if (promised === "password") return !/^[([{]/.test(trimmed) || !/\s/.test(trimmed);
  return trimmed.length >= 6 && (looksRandom(trimmed) || (!isWordy(trimmed) && !/^[\w.-]+$/.test(trimmed)));
}

/** A sentence about secrets rather than one of them: several words, the first or the thing itself among them. */
const isProse = (value: string): boolean =>
  /pass|secret|token|key|credential|auth|enter|must|please|invalid|should|cannot|your|the /i.test(value);

interface BareContext {
  readonly value: string;
  readonly assignment: Assignment;
  readonly promised: Promised;
  /** True if nothing else stands on the line, a comment aside. */
  isLine(): boolean;
  /** True if the lines around are settings too, and no code. */
  isSetting(): boolean;
  /** True if nothing follows, or another flag. */
  endsCommand(): boolean;
}

function judgeBare(context: BareContext): boolean {
  const { value, assignment, promised } = context;
  const { name, operator, tight, before } = assignment;
  if (value.length < MIN_LENGTH || isReference(value) || isHarmless(value)) return false;
  if (isFolder(name, value)) return false;
  // Another flag, or another name that is given something.
  if (operator === "" && value.startsWith("--")) return false;
  if (/^[a-z_]{3,}=$/i.test(value) && isWordy(value.slice(0, -1))) return false;
  const constant =
    isConstantName(name) && ((operator === "=" && tight) || (operator === ":" && context.isLine()));
  if (promised !== "password") {
    if (!looksRandom(value) || /^[([{<"'`]/.test(value)) return false;
    return constant ? !isCodeLike(value) : !isExpression(value) && !/[([{<"'`]/.test(value);
  }
  if (operator.includes("==") || operator.startsWith("!")) return looksRandom(value) && !isExpression(value);
  if (constant && tight) return !isCodeLike(value);
  // An address holds values, no code.
  if (/[?&]/.test(before) && operator === "=") return value.length >= 6;
  if (isExpression(value) || isWordy(value.replaceAll("-", "_"))) return isPlainConfig(context);
  if (/^["'`([{<].*[\s(]?$/.test(value) && !isMixed(value)) return false;
  if (before === "(" && operator === ":") return false;
  return isMixed(value) || (operator === "=" && tight && value.length >= 8);
}

/** Where a line holds nothing but a name and a word, or a flag is followed by another, the word is a value too. */
function isPlainConfig(context: BareContext): boolean {
  const { assignment, value, isLine, endsCommand } = context;
  const { name, operator, tight, before } = assignment;
  if (!/^[\w-]{6,}$/.test(value)) return false;
  if (operator === "") return endsCommand();
  const isAssigned = operator === "=" && tight;
  if (isAssigned && (name.startsWith("--") || before === ";")) return true;
  const isNumbered = /\d$/.test(value);
  if (isNumbered && isAssigned && !/[(,.]/.test(before + name)) return true;
  if (/^value[:=]$/i.test(operator) && isConstantName(name)) return endsCommand();
  if (/^[a-z]+$/.test(value) && isLine() && context.isSetting()) return true;
  if (name.includes(".")) return isNumbered && isAssigned && isLine();
  return (isNumbered || isAssigned || /(?:-\w+){2}$/.test(value)) && isLine();
}

/** Calls and places that the language itself tells from a value. */
const isCodeLike = (value: string): boolean => /^[a-z_.]{3,}\(.*\)$/i.test(value) && isExpression(value);

/** A digit or a sign among letters, or letters in an order that words do not have. */
const isMixed = (value: string): boolean => {
  if (/[A-Za-z]/.test(value)) return /\d/.test(value) || !/^[\w$.:-]+$/.test(value) || !isWordy(value);
  return value.length >= 6 && /[^\d.,:_\s-]/.test(value) && new Set(value).size >= 4;
};

/** The value of `token`, which names many other things: whose token it is, or the value itself, must say so. */
export function locateToken(text: string, match: Span, isNamed: boolean): Located {
  const found = locateAssigned(text, match, "token");
  return {
    ...found,
    secret: found.secret && (isNamed || looksLikeToken(text.slice(found.start, found.end))),
  };
}
