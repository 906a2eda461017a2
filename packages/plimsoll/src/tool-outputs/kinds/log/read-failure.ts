import { readOutcome } from "./read-outcome.js";

interface FailurePattern {
  readonly pattern: RegExp;
  /** The line is read as a failure only in what is known to be a test run. */
  readonly testRunOnly?: boolean;
  /** A heading above the details of a test; numbered lists and rulers are used for other things too. */
  readonly heading?: boolean;
  /** Looked for first: keeps the expression from trying every split of a long line. */
  readonly contains?: string;
}

/** One line forms in which test runners name a test that failed; the first group is the name. */
const FAILURE_PATTERNS: readonly FailurePattern[] = [
  { pattern: /^(?:FAILED|ERROR) ([^\s:]+::\S.*?)(?: - |$)/ },
  { pattern: /^(?:FAIL|ERROR): ([\w.$<>-]+(?: \([\w.$<>-]+\))?)(?=$| [[(])/ },
  { pattern: /^([\w.$<>-]+ \([\w.$<>-]+\)) \.\.\. (?:FAIL|ERROR)\b/ },
  { pattern: /^([\w.$<>-]+) \.\.\. (?:FAIL|ERROR)(?:ED)?$/ },
  { pattern: /^--- FAIL: (\S+)/ },
  { pattern: /^test (\S.*?) \.\.\. FAILED/ },
  { pattern: /^---- (\S.{0,200}?) std(?:out|err) ----$/ },
  { pattern: /^(?:FAIL|TIMEOUT|ABORT|SIGSEGV|SIGABRT) \[[^\]]*\] (\S.*)$/ },
  {
    pattern:
      /^(?:[✘✗] )?Test (?!run |suite )("[^"]+"|\S+) (?:with .{1,80} )?(?:recorded an issue|failed after)/,
  },
  { pattern: /^[\d:]+ \+\d+(?: ~\d+)? -\d+: (\S.*) \[E\]$/ },
  { pattern: /^([A-Za-z_][\w.]*(?:\.|::)\w+(?:\(.{0,80}\))?) \([\d.]+ ?m?s\): \S/, testRunOnly: true },
  {
    pattern:
      /^[✕✗×✖✘❌⨯☓] {1,3}(?:\[\w+\]: )?((?!failing tests:|\d+(?:\/\d+)? (?:failing|failed|failures?|tests?|assertions?)\b|(?:Suite|Test run) .{1,200} failed after |\d+ problems? |\|)\S.*?)(?: \(\d[\d.,]* ?m?s\)| \d[\d.,]*m?s)?$/,
  },
  { pattern: /^● (?!Console|Test suite|Cannot log)(\S.*)$/, testRunOnly: true, heading: true },
  { pattern: /^FAIL {1,2}(\S+ > \S.*)$/ },
  { pattern: /^not ok(?: +\d+)?\s*-?\s*((?!.*# (?:TODO|SKIP))\S.*)$/i },
  {
    pattern: /^(?:\[ERROR\] +)?((?!Tests run|\[)\S.*?)(?= +(?:-- +)?Time elapsed| +<<<)/,
    contains: "<<< FAILURE!",
  },
  {
    pattern: /^(?:\[ERROR\] +)?((?!Tests run|\[)\S.*?)(?= +(?:-- +)?Time elapsed| +<<<)/,
    contains: "<<< ERROR!",
  },
  { pattern: /^\[ERROR\] {3,}(\w+(?:\.\w+)+):\d+/ },
  { pattern: /^(\S.*? > \S.*?) FAILED$/, contains: " FAILED" },
  { pattern: /^\S+:\d+: error: (-\[\S+ \S+\]|[A-Za-z_][\w.]*) : / },
  {
    pattern:
      /^(?:[•●✗✖✘×*-]+ *|(?=Fail(?:ed|ure):))(Error|Failure|Failed|Broken|Exception)(?: [[(][\d.]+ ?\w+[\])])?:?$/,
    testRunOnly: true,
    heading: true,
  },
  { pattern: /^rspec \S+ # (\S.*)$/ },
  { pattern: /^FAIL +(?:\S.* )?"(\S.*)"$/, testRunOnly: true },
  { pattern: /^\(fail\) (\S.*)$/ },
  { pattern: /^\S+:\d+:[FE]:[^:]+:([\w.-]+):-?\d+: / },
  { pattern: /^\[ *ERROR *\] (\S.*?) \([\d.]+ ?m?s\)$/ },
  { pattern: /^(?:Error|Failure): ([\w?!]+\([\w:]+\))/, testRunOnly: true },
  { pattern: /^#? *Failed test '(.+)'$/ },
  { pattern: /^(\S.*\S) +\| FAIL \|$/ },
  { pattern: /^(\S+\.feature:\d+ +\S.*)$/, testRunOnly: true },
  { pattern: /^(Error|Failure) (?:->|→) \S+ @ \d+$/, testRunOnly: true, heading: true },
  { pattern: /^\d+\. +\w*(?:Error|Failure) {2,}(\S.*)$/, testRunOnly: true, heading: true },
  { pattern: /^TEST CASE: +(\S.*)$/, testRunOnly: true, heading: true },
  { pattern: /error: in "([^"]+)": /, contains: 'error: in "' },
  { pattern: /^(\S.*?) \.\.\. FAILED(?: \(|$)/ },
  { pattern: /Test +#\d+: (\S+) /, contains: "***" },
  {
    pattern:
      /^\d+ - (\S+) \((?:Failed|SEGFAULT|Timeout|Not Run|ILLEGAL|Subprocess aborted|Child aborted|OTHER_FAULT)\)/,
  },
  { pattern: /^\[ {2}FAILED {2}\] ([A-Za-z_][\w./<>]*)(?![\w./<>]| @)/ },
  { pattern: /^(\S.*\S) \[FAIL\]$/ },
  { pattern: /^Failed ([A-Za-z_][\w.]*)(?:\([^)]*\))?(?: \[[^\]]*\])?$/, testRunOnly: true },
  { pattern: /^Test [Cc]ase '([^']+)' failed/ },
  { pattern: /^_+ ((?:\[\w+\] )?[A-Za-z].*?) _+$/, testRunOnly: true, heading: true },
  { pattern: /^In ([\w:.<>~]+):$/, testRunOnly: true, heading: true },
  { pattern: /^\d{1,4}\) (\S.*)$/, testRunOnly: true, heading: true },
  { pattern: /^(\S*::\S.*?) (?:FAILED|FAIL|ERROR)(?: |$)/ },
];

/** A line that reports a failed test. */
export interface FailureReport {
  readonly name: string;
  readonly from: FailureForm;
}

/**
 * How a test is said to have failed: by a result in the form of a known runner, by a heading above details, or by
 * a line with a word for failure of a runner that nobody knows.
 */
export type FailureForm = "result" | "heading" | "outcome";

/** The failed test that a line (trimmed and bounded) reports; undefined if it reports none. */
export function readFailure(line: string, isTestRun: boolean): FailureReport | undefined {
  for (const { pattern, testRunOnly, heading, contains } of FAILURE_PATTERNS) {
    if (testRunOnly === true && !isTestRun) continue;
    if (contains !== undefined && !line.includes(contains)) continue;
    const name = pattern.exec(line)?.[1];
    if (name !== undefined) return { name, from: heading === true ? "heading" : "result" };
  }
  const outcome = isTestRun && !/^ok \d/.test(line) ? readOutcome(line) : undefined;
  if (outcome === undefined) return undefined;
  return { name: outcome.name, from: outcome.isHeading ? "heading" : "outcome" };
}
