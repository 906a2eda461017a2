import { beginsLine, endsLine, isConstantName, readAssignment } from "./assignment.js";
import { judgeBare } from "./judge-bare.js";
import { judgeQuoted } from "./judge-quoted.js";
import { locateBare } from "./locate-bare.js";
import { locateQuoted } from "./locate-quoted.js";
import { standsAmongSettings } from "./stands-among-settings.js";
import { namesInCode } from "./names-in-code.js";
import type { Located, Promised, Span } from "./secret-rule.js";
import { looksLikeToken } from "./looks-random.js";

/** The name that a marker holds is given nothing. */
const MARKER = "[REDACTED:";

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
  // After `if password:` the next line is a statement; a value there stands alone.
  if (assignment.wrapped && assignment.operator === ":" && !endsLine(text, bare.end))
    return { ...bare, secret: false };
  const value = text.slice(bare.start, bare.end);
  const secret =
    !namesInCode(text, assignment, bare) &&
    judgeBare({
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
  /(?<!\w)--[\w-]{0,30}$/.test(text.slice(Math.max(0, start - 33), start));

/** True in `ENV DB_PASSWORD …`, as build files of containers have it. */
const isBuildVariable = (text: string, { start }: Span): boolean =>
  /(?:^|\n|\\n)ENV [A-Z0-9_]{0,40}$/.test(text.slice(Math.max(0, start - 48), start));

const NETRC = /(?:^|\s)(?:login|account)\s{1,8}\S{1,128}\s{1,8}$/;

/** True after `machine … login …`, where the next word names the password. */
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

/** The value of `token`, which names many other things: whose token it is, or the value itself, must say so. */
export function locateToken(text: string, match: Span, isNamed: boolean): Located {
  const found = locateAssigned(text, match, "token");
  return {
    ...found,
    secret: found.secret && (isNamed || looksLikeToken(text.slice(found.start, found.end))),
  };
}
