import { createKeywordAutomaton, type KeywordAutomaton } from "./keyword-automaton.js";
import { saysPassed } from "./says-passed.js";
import { type FailureReport, readFailure } from "./read-failure.js";

const PROBLEM_MARK = 1;
const WARNING_MARK = 2;
const SUMMARY_MARK = 4;
/** A sign or a shape at the start of the line that only test runners use. */
export const SHAPE_MARK = 8;

const words = (mark: number, list: string): (readonly [string, number])[] =>
  list.split(",").map((word) => [word, mark] as const);

/** The words that make a line worth a closer look. */
export const LINE_KEYWORDS: KeywordAutomaton = createKeywordAutomaton([
  ...words(
    PROBLEM_MARK,
    "error,exception,fail,panic,fatal,traceback,abort,assert,denied,refused,cannot,critical",
  ),
  ...words(
    PROBLEM_MARK,
    "not ok,caused by,segmentation,killed,unable to,undefined reference,timed out,no such",
  ),
  ...words(
    PROBLEM_MARK,
    "expected,unhandled,uncaught,npm err,fault,stdout ,not found,unexpected,corrupt,data race,deadlock",
  ),
  ...words(
    PROBLEM_MARK,
    "eagain,einprogress,eperm,eacces,etimedout,econn,enoent,einval,ebadf,epipe,enomem,enospc,eexist,enotdir,emfile,eaddr",
  ),
  ...words(WARNING_MARK, "warn,deprecat"),
  ...words(SUMMARY_MARK, "passed,passing,exited,exit code,exit status,tests run,ran ,test result,tests"),
  ...words(SUMMARY_MARK, "examples,build succe,finished in,skipped"),
  ...words(SHAPE_MARK, "rspec ,test.go,received,want,but was,assertion,test case.,.feature."),
]);

/** How much each kind of line is worth; the order of these is the order of the evidence. */
export const LINE_VALUES = {
  failingTest: 120,
  exception: 100,
  summary: 96,
  problem: 92,
  failedCheck: 82,
  qualifiedTestAgain: 70,
  failingTestAgain: 28,
  locatedWarning: 62,
  mentionsProblem: 44,
  warning: 40,
  edge: 34,
  context: 24,
  newShape: 12,
  repeatedShape: 3,
  passed: 1,
} as const;

export interface LineScore {
  readonly value: number;
  readonly failure?: FailureReport;
}

/** One pattern that finds what any of them does; all have the same flags. */
const onePattern = (patterns: readonly RegExp[]): RegExp =>
  new RegExp(patterns.map(({ source }) => `(?:${source})`).join("|"), patterns[0]?.flags);

const EXCEPTION_PREFIX =
  /^(?:E +|ERROR:? +|Exception: |(?:caught|raised|thrown): |Caused by: |\[error\] |Uncaught |Unhandled |(?:Error|Failure)(?:\/\w+)?: )?/;
const EXCEPTION_NAME =
  /(?:[A-Za-z_$][\w$]*(?:\.|::|\\))*[A-Z][\w$]*(?:Error|Exception|Failure|Fault|Panic|Interrupt|NotFound|Exit)/;
const EXCEPTION = new RegExp(
  `${EXCEPTION_PREFIX.source}${EXCEPTION_NAME.source}(?: \\[\\w+\\])?(?::|$| \\()`,
);
/** The same behind the place where it was thrown, with what it says. */
const PLACED_EXCEPTION = new RegExp(
  `^[\\w./\\\\-]+\\.\\w{1,8}:\\d+(?::\\d+)?: ${EXCEPTION_NAME.source}: \\S`,
);
/** The class of an error in brackets before its message. */
const EXCEPTION_IN_BRACKETS = /^\*\* \((?:\w+\.)*[A-Z]\w*(?:Error|Exception)\) \S/;
/** The class of an error behind its message, or the place of an error that has no class. */
const EXCEPTION_BEHIND =
  /\S \((?:\w+(?:::|\.))*[A-Z]\w*(?:Error|Exception)\)$|^(?!BEGIN failed)[A-Z].* at \S+\.\w{1,4} line \d+\.$/;
const PANIC =
  /^(?:panic: |thread '.{0,200}' (?:\(\d+\) )?panicked at|fatal: |Fatal |FATAL|Segmentation fault|Failure\/Error: )/;
const PROBLEM = onePattern([
  /(?:^|[\s:[(|])(?:error|fatal error|fatal|panic|critical)(?:\[\w+\]| [A-Z]{1,4}\d+)?(?:: |\]|!)/i,
  /^(?:error|fatal)$|^npm (?:ERR!|error)|^E {2,}\S|^\d+:\d+ +error /i,
  /\bdata race\b|\bdeadlock (?:detected|found)|\bfound (?:\d+|one|a) deadlocks?\b/i,
  /undefined reference to|: command not found|: No such file or directory|= -1 E[A-Z]{2,}\b/i,
  /(?:^|[^\w./-])(?:ECONN[A-Z]+|ETIMEDOUT|EHOSTUNREACH|EACCES|EPERM|ENOSPC|ENOMEM|EADDRINUSE|EPIPE)(?![\w/-])/i,
]);
const ERROR_LEVEL =
  /(?:^|[\s[|=("])(?:ERROR|FATAL|CRITICAL|SEVERE|PANIC|EMERG|ALERT)(?:[\s\]|:,)"]|$)|level=(?:error|fatal|critical)/;
const FAILED_CHECK = onePattern([
  /^(?:expected|received|actual|got|left|right|but was|Expected|Received|Actual)\b/,
  /^(?:assertion|AssertionError|assert|- Expected|\+ Received|Diff:)\b/,
  /^\S*(?:[tT]est|spec)\S*:\d+(?::\d+)?: \S/,
  /^\S+\.\w+:\d+(?::\d+)?: \w*(?:Error|Exception|Failure)/,
]);
const NOTE = /: note: /;
const SUMMARY = onePattern([
  /^=*\s*\d+ (?:failed|passed|error|errors|failing|passing|pending|skipped)\b/i,
  /^=*\s*\d+ (?:tests?|examples?|assertions?|scenarios?)\b/i,
  /^=*\s*(?:(?:FAILED|OK) \(|Ran \d+ (?:tests?|of \d+|specs?)|Tests?:? +\d|Test (?:Suites|Files):? |Tests run: ?\d|test result: )/i,
  /^=*\s*(?:FAILURES!|# (?:pass|fail|tests) |\d+% tests passed|BUILD (?:FAILED|SUCCESS)|\[INFO\] BUILD |Total tests)/i,
  /exit(?:ed)?(?: with)?(?: code| status)?[:= ]+-?[1-9]/i,
  /\d+ (?:failed|passed|failures?)(?:,| in |;|$)/i,
  /^fail(?:ed|ures?)? *: *[1-9]\d*$/i,
]);
const ALL_CLEAR = /\b(?:0 errors?|0 failed|0 failures|no errors?|without errors?|errors?[:=] ?0\b)/i;
const WARNING = /(?:^|[^\w./-])(?:warn(?:ing)?s?|deprecat(?:ed|ion))(?![\w/-])/i;
/** A warning that says where, as compilers and linters do. */
const LOCATED_WARNING = /^[^\s:]\S*(?::\d+(?::\d+)?:? (?:- )?|\(\d+(?:,\d+)?\): )warning(?:[ :]|$)/;
/** Whole words: no part of another word, of a path or of a name. */
const MENTION = new RegExp(
  `(?:^|[^\\w./-])(?:${[
    "errors?|exceptions?|fail(?:s|ed|ures?|ing)?|panic(?:ked)?|fatal|abort(?:ed|ing)?|denied|refused|cannot|critical",
    "killed|segmentation fault|timed out|unable to|not found|unexpected|uncaught|unhandled|corrupt(?:ed)?|assertion|expected .{1,60}(?:found|got|but)",
  ].join("|")})(?![\\w/-]|\\.\\w)`,
  "i",
);

const LEAST_CELLS = 4;
const STATE_WORDS = 3;

/** Scores a line that is trimmed, bounded and has at least one mark. */
export function scoreLine(line: string, marks: number, isTestRun: boolean): LineScore {
  const isProblem = (marks & (PROBLEM_MARK | SHAPE_MARK)) !== 0;
  if (!isProblem && saysPassed(line)) return { value: LINE_VALUES.passed };
  if (isProblem) {
    const failure = readFailure(line, isTestRun);
    if (failure !== undefined) return { value: LINE_VALUES.failingTest, failure };
    if (saysException(line) || (isTestRun && PLACED_EXCEPTION.test(line)))
      return { value: LINE_VALUES.exception };
  }
  if (SUMMARY.test(line)) return { value: LINE_VALUES.summary };
  if (isProblem && saysPassed(line)) return { value: LINE_VALUES.passed };
  if (isProblem) return { value: problemValue(line, marks, isTestRun) };
  return { value: (marks & WARNING_MARK) === 0 ? LINE_VALUES.newShape : warningValue(line, isTestRun) };
}

/** True for a line (trimmed) that names the class of an error or a panic and what it says. */
export const saysException = (line: string): boolean =>
  [EXCEPTION, PANIC, EXCEPTION_BEHIND, EXCEPTION_IN_BRACKETS].some((pattern) => pattern.test(line));

function problemValue(line: string, marks: number, isTestRun: boolean): number {
  if (ALL_CLEAR.test(line) || NOTE.test(line)) return LINE_VALUES.newShape;
  if (PROBLEM.test(line) || ERROR_LEVEL.test(line)) return LINE_VALUES.problem;
  if (isTestRun && FAILED_CHECK.test(line)) return LINE_VALUES.failedCheck;
  if (/^Traceback |^The above exception|^During handling|^Stack trace/i.test(line))
    return LINE_VALUES.newShape;
  if ((marks & WARNING_MARK) !== 0 && WARNING.test(line)) return warningValue(line, isTestRun);
  return saysOfItself(line, MENTION, isTestRun) ? LINE_VALUES.mentionsProblem : LINE_VALUES.newShape;
}

/** Beside failing tests the warnings of a compiler are of little interest. */
function warningValue(line: string, isTestRun: boolean): number {
  if (!isTestRun && LOCATED_WARNING.test(line)) return LINE_VALUES.locatedWarning;
  return saysOfItself(line, WARNING, isTestRun) ? LINE_VALUES.warning : LINE_VALUES.newShape;
}

/** In a row of columns a state is a cell of a few words; longer ones are descriptions, in which words are only words. */
function saysOfItself(line: string, pattern: RegExp, isTestRun: boolean): boolean {
  if (!pattern.test(line)) return false;
  if (isTestRun) return true;
  const cells = line.split(/ {2,}|\t/);
  return cells.length < LEAST_CELLS || cells.some((cell) => isShortCell(cell) && pattern.test(cell));
}

const isShortCell = (cell: string): boolean => cell.split(" ").length <= STATE_WORDS;
