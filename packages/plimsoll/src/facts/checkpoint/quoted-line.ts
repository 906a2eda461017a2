import { oneLine } from "../../text/one-line.js";
import { constraintKind } from "../ledgers/constraint-kind.js";

/** What stands before every line of a summary that quotes. Column 0 belongs to what our code writes. */
const INDENT = " ";
/** What stands before a quoted line that could pass for one of ours; its source follows in brackets. */
const MARK = "| [";
const MAX_SOURCE_CHARACTERS = 48;
/** Only the beginning of a line decides what it passes for. */
const MAX_LOOKED_AT = 400;

/** What a reader may take for the end of a line, and what moves a cursor. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what has to go
const BREAKS = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029]+/g;
/** A tag of ours, however its letters are spaced or drawn; the bracket alone is replaced. */
const TAG =
  /[<＜﹤](?=[\s/／\p{Cf}]{0,8}C\p{Cf}{0,4}O\p{Cf}{0,4}M\p{Cf}{0,4}P\p{Cf}{0,4}A\p{Cf}{0,4}C\p{Cf}{0,4}T[\s\p{Cf}\p{Pd}_]{0,8}S\p{Cf}{0,4}U\p{Cf}{0,4}M)/giu;
const BROKEN_BRACKET = "‹";

const HEADING_WORDS =
  "must keep|constraints?|requirements?|rules?|objective|goal|working on|plan|still open|errors?|risks?|decisions?|files?|identifiers?|commands?|requests?|user requests?|sources?|conversation|done|in progress|open|facts|rejected|undecided|changed|read|checks|next|notes?|progress|steps?|evidence|clarifications?|from an earlier summary|instructions?|system prompt";
/** A heading of ours, or one like it. */
const HEADING = new RegExp(
  String.raw`^(?:#{1,6}\s{0,4}|\*{1,3}|_{1,3})?(?:new |updated |current |the |all )?(?:${HEADING_WORDS})\b[^.!?]{0,60}[:：]\*{0,3}$|^#{1,6}\s{1,4}(?:${HEADING_WORDS})\b[^.!?]{0,40}$`,
  "iu",
);
const SPEAKER =
  /^[[(<*_]{0,3}(?:user|human|assistant|system|developer|tool|operator|admin)\b[^:：]{0,24}[:：]/iu;
/** What our messages say of themselves. */
const NOTICE =
  /^\[(?:covers \d|\d{1,9} earlier items|[a-z][^\n]{0,300}; full output: )|^this conversation was compacted/i;
const LIKE_A_QUOTE = /^\| ?\[/;
/** What stands before the user's lines among those of an assistant. Programs print it too, and no tool stands there. */
const LIKE_THE_USER = /^> /;
const TOOL = /^tool\b/;

const withoutFormatting = (text: string): string =>
  text
    .slice(0, MAX_LOOKED_AT)
    .normalize("NFKC")
    .replace(/\p{Cf}+/gu, "")
    .trim();

/** True for a line that could be read as a heading, a notice, a quote or a speaker of ours. */
function passesForStructure(text: string, source: string): boolean {
  const line = withoutFormatting(text);
  if (LIKE_THE_USER.test(line) && !TOOL.test(source)) return true;
  return LIKE_A_QUOTE.test(line) || HEADING.test(line) || SPEAKER.test(line) || NOTICE.test(line);
}

/** Remarks and assignments in code are seen to be code. A number sign may open a heading as well. */
const CODE = /^(?:\/\/|\/\*|(?:const|let|var) [\w$]{1,80} = [^\n]{0,400}[;{(,]$)/;

/** True for a line that could be read as a rule. */
const passesForRule = (text: string): boolean =>
  !CODE.test(text) &&
  constraintKind(withoutFormatting(text).replace(/^(?:[-*•+>]|\d{1,3}[.)])\s{1,4}/, "")) !== undefined;

/** A text on one line, in which no tag of ours opens or closes. Everything else is as it was. */
export const harmless = (text: string): string => text.replace(BREAKS, " ").replace(TAG, BROKEN_BRACKET);

/** Who said a quoted line: `user`, `assistant`, `tool NAME what it was called with`. The first word is ours. */
export const quoteSource = (speaker: string, detail = ""): string =>
  harmless(oneLine(detail === "" ? speaker : `${speaker} ${detail}`, MAX_SOURCE_CHARACTERS)).replace(
    /[[\]]/g,
    "",
  );

/** The user, as a source: these words are quoted as they stand, unless they could pass for something else of ours. */
export const USER_SOURCE = "user";

/**
 * One line of what was said, as it stands in a summary. What anybody but the user says stands behind a blank, so that it
 * is no line of ours; where it could pass for one all the same, by its words, a mark and its source stand before it. The
 * words stay as they are.
 */
export function quotedLine(text: string, source: string): string {
  const line = harmless(text).trim();
  const isUsers = source === USER_SOURCE;
  const isMarked = passesForStructure(line, source) || (!isUsers && passesForRule(line));
  if (isMarked) return `${MARK}${source}] ${line}`;
  return isUsers ? line : INDENT + line;
}

/** What stands before the lines under a heading of ours that says whose words they are. No other quoted line has it. */
export const LISTED = "  ";

export const listedLine = (text: string): string => LISTED + harmless(text).trim();

export interface QuotedLine {
  /** Where the words begin. */
  readonly start: number;
  /** Its source stands before them. */
  readonly isMarked: boolean;
  /** It goes on with an entry, or is one of a list under a heading of ours. */
  readonly isListed: boolean;
}

const MARKED = /^\| \[[^\]]{0,80}\] /;

/** Where the words of a quoted line begin, and whether its source stands before them; undefined for a line of our own. */
export function readQuotedLine(line: string): QuotedLine | undefined {
  const mark = MARKED.exec(line.slice(0, MAX_LOOKED_AT))?.[0];
  if (mark !== undefined) return { start: mark.length, isMarked: true, isListed: false };
  const isListed = line.startsWith(LISTED);
  return line.startsWith(INDENT) ? { start: INDENT.length, isMarked: false, isListed } : undefined;
}

/** The words of a quoted line, without what stands before them. */
export const unquoted = (line: string): string => line.slice(readQuotedLine(line)?.start ?? 0);

/** An entry of several lines: only its first is one of ours, the others stand behind blanks. */
export const entryLines = (text: string): string[] =>
  text.split("\n").map((line, index) => (index === 0 ? harmless(line) : LISTED + harmless(line)));

/** Headings under which only our code writes, and what may stand behind the words. */
const RESERVED_HEADINGS = [
  "must keep",
  "constraints of the user",
  "from an earlier summary.{0,30}",
  "user requests.{0,50}",
  String.raw`conversation \((?:user behind >|excerpts)\)`,
  "decisions and (?:progress|reasons)",
  "files, (?:commands and facts|edits and commands)",
  "evidence",
  "progress notes",
  "steps and outcomes",
  "requirements",
  "clarifications and progress",
  "notes on changes",
];
const RESERVED = new RegExp(String.raw`^(?:${RESERVED_HEADINGS.join("|")})\s{0,2}[:：]$`, "i");

/** The prose of a model or caller, in which no line opens a part of a summary that only our code writes, and no tag stands. */
export const tamedProse = (text: string, source: string): string =>
  text
    .split("\n")
    .map((line) => {
      const own = harmless(line);
      return RESERVED.test(withoutFormatting(own)) || own.startsWith(MARK)
        ? `${MARK}${source}] ${own.trim()}`
        : own;
    })
    .join("\n");
