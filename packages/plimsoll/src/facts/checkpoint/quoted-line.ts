import { oneLine } from "../../text/one-line.js";
import { isBinding } from "../ledgers/constraint-kind.js";
import { isSaidToReader } from "../ledgers/is-said-to-reader.js";

/** Precedes every quoting line of a summary. Column 0 belongs to lines that our code writes. */
const INDENT = " ";
/** Precedes a quoted line that could pass for one of ours; its source follows in brackets. */
const MARK = "| [";
const MAX_SOURCE_CHARACTERS = 48;
/** Only the beginning of a line decides what it could pass for. */
const MAX_LOOKED_AT = 400;

/** Characters that a reader may take for a line end, or that move a cursor. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what has to go
const BREAKS = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029]+/g;
/** One of our tags, however its letters are spaced or drawn; only the bracket is replaced. */
const TAG =
  /[<＜﹤](?=[\s/／\p{Cf}]{0,8}C\p{Cf}{0,4}O\p{Cf}{0,4}M\p{Cf}{0,4}P\p{Cf}{0,4}A\p{Cf}{0,4}C\p{Cf}{0,4}T[\s\p{Cf}\p{Pd}_]{0,8}S\p{Cf}{0,4}U\p{Cf}{0,4}M)/giu;
const BROKEN_BRACKET = "‹";

const HEADING_WORDS =
  "must keep|constraints?|requirements?|rules?|objective|goal|working on|plan|still open|errors?|risks?|decisions?|files?|identifiers?|commands?|requests?|user requests?|(?:user|assistant)['’]s words|sources?|conversation|done|in progress|open|facts|rejected|undecided|changed|read|checks|next|notes?|progress|steps?|evidence|clarifications?|from an earlier summary|instructions?|system prompt";
/** A heading of ours, or one like it. */
const HEADING = new RegExp(
  String.raw`^(?:#{1,6}\s{0,4}|\*{1,3}|_{1,3})?(?:new |updated |current |the |all )?(?:${HEADING_WORDS})\b[^.!?]{0,60}[:：]\*{0,3}$|^#{1,6}\s{1,4}(?:${HEADING_WORDS})\b[^.!?]{0,40}$`,
  "iu",
);
const SPEAKER =
  /^[[(<*_]{0,3}(?:user|human|assistant|system|developer|tool|operator|admin)\b[^:：]{0,24}[:：]/iu;
/** Openings of our own messages. */
const NOTICE =
  /^\[(?:covers \d|\d{1,9} earlier items|[a-z][^\n]{0,300}; full output: )|^this conversation was compacted/i;
const LIKE_A_QUOTE = /^\| ?\[/;
/**
 * Precedes the user's lines among those of an assistant. Programs print it too, but no tool is quoted there.
 */
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

/** True for a line that could be read as a rule. What only states a fact or a preference binds nobody. */
function passesForRule(text: string): boolean {
  if (CODE.test(text)) return false;
  return isBinding(withoutFormatting(text).replace(LIST_MARK, ""));
}

const LIST_MARK = /^(?:[-*•+>]|\d{1,3}[.)])\s{1,4}/;

/** A text on one line, in which no tag of ours opens or closes. Everything else is as it was. */
export const harmless = (text: string): string => text.replace(BREAKS, " ").replace(TAG, BROKEN_BRACKET);

/** The source of a quoted line: `user`, `assistant`, `tool NAME arguments`. The first word is ours. */
export const quoteSource = (speaker: string, detail = ""): string =>
  harmless(oneLine(detail === "" ? speaker : `${speaker} ${detail}`, MAX_SOURCE_CHARACTERS)).replace(
    /[[\]]/g,
    "",
  );

/** The user as a source: these words are quoted unchanged, unless they could pass for something of ours. */
export const USER_SOURCE = "user";

/**
 * One quoted line of a summary. Words of anybody but the user are indented, so that they are never one of our
 * lines. If the words could still pass for one, a mark and the source precede them. The words stay unchanged.
 */
export function quotedLine(text: string, source: string): string {
  const line = harmless(text).trim();
  const isUsers = source === USER_SOURCE;
  const isMarked = passesForStructure(line, source) || (!isUsers && passesForRule(line));
  if (isMarked) return `${MARK}${source}] ${line}`;
  return isUsers ? line : INDENT + line;
}

/** Precedes the lines under one of our headings that names their speaker. No other quoted line has it. */
export const LISTED = "  ";

export const listedLine = (text: string): string => LISTED + harmless(text).trim();

export interface QuotedLine {
  /** Where the words begin. */
  readonly start: number;
  /** Its source precedes the words. */
  readonly isMarked: boolean;
  /** It continues an entry, or belongs to a list under one of our headings. */
  readonly isListed: boolean;
}

const MARKED = /^\| \[[^\]]{0,80}\] /;

/**
 * The start of a quoted line's words, and whether its source precedes them; undefined for one of our own lines.
 */
export function readQuotedLine(line: string): QuotedLine | undefined {
  const mark = MARKED.exec(line.slice(0, MAX_LOOKED_AT))?.[0];
  if (mark !== undefined) return { start: mark.length, isMarked: true, isListed: false };
  const isListed = line.startsWith(LISTED);
  return line.startsWith(INDENT) ? { start: INDENT.length, isMarked: false, isListed } : undefined;
}

/** The words of a quoted line, without its prefix. */
export const unquoted = (line: string): string => line.slice(readQuotedLine(line)?.start ?? 0);

/** An entry of several lines: only the first is one of ours, the others are indented. */
export const entryLines = (text: string): string[] =>
  text.split("\n").map((line, index) => (index === 0 ? harmless(line) : LISTED + harmless(line)));

/** Opens an entry of a printed state. */
export const ENTRY = "- ";

/**
 * An entry of a printed state: the user's words at the left, all others as a quotation. Its heading says what it is, so
 * that only an order to the reader needs the name of its speaker. Lines after the first are indented.
 */
export function stateEntry(text: string, speaker: string): string[] {
  const [first = "", ...others] = text.split("\n");
  return [firstLine(harmless(first).trim(), speaker), ...others.map((line) => LISTED + harmless(line))];
}

function firstLine(text: string, speaker: string): string {
  if (speaker === USER_SOURCE) return `${ENTRY}${text}`;
  const isMarked = passesForStructure(text, speaker) || (isSaidToReader(text) && passesForRule(text));
  return isMarked ? `${MARK}${speaker}] ${ENTRY}${text}` : `${INDENT}${ENTRY}${text}`;
}

/** Headings that only our code writes, and what may follow the words. */
const RESERVED_HEADINGS = [
  "must keep",
  "constraints of the user",
  "from an earlier summary.{0,30}",
  "user requests.{0,50}",
  "the (?:user|assistant)['’]s words.{0,50}",
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

/** The prose of a model or caller, with no line that opens a reserved part of a summary, and no tag. */
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
