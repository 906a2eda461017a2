import { joinPatterns } from "../../../text/join-patterns.js";
import type { EvidenceKind, RecognisedOutput } from "../evidence-kind.js";
import { cleanLine } from "./clean-line.js";
import { forEachLogLine } from "./for-each-log-line.js";
import { LinePrefix } from "./line-prefix.js";
import { saysTestCounts, sayTestCounts } from "./says-test-counts.js";
import { TestRunReader } from "./test-run-reader.js";

/** The output of one of many test runners. */
export const testRunKind: EvidenceKind = {
  recognises: looksLikeTestRun,
  extract: (source) => new TestRunReader(source).read(),
};

/** Lines that only a test runner writes: one is enough. */
const CERTAIN: readonly RegExp[] = [
  /^=+ test session starts =+|^=+ .*\b\d+ (?:passed|failed|errors?)\b.* in [\d.]+/,
  /^Ran \d+ tests?\b/,
  /^(?:Test Suites|Test Files|Tests):? +.*\b\d+ (?:passed|failed)/,
  /^\s+(?:Test Files|Tests) {2}.*\d+ (?:passed|failed)/,
  /^\s*\d+ (?:passing|failing)(?: \(|$)/,
  /^--- (?:PASS|FAIL): \S+ \([\d.]+s\)|^(?:ok|FAIL|PASS)\s+\S+\s+[\d.]+s$/,
  /^test result: (?:ok|FAILED)\./,
  /^(?:\[\w+\] )?Tests run: \d+, +Failures: \d+/,
  /^TAP version \d+|^(?:not )?ok +\d+\s+(?:- )?\S/,
  /^\d+ examples?, \d+ failures?/,
  /^\s*<testsuites?\b[^>]*\b(?:failures|errors)="/,
  /^\d+% tests passed, \d+ tests failed out of/,
  /^\[={10}\] (?:Running )?\d+ tests? from/,
  /^Test Suite '.*' (?:started|passed|failed)/,
  /^(?:Passed!|Failed!) +- Failed: +\d+|^Total tests: \d+/,
  // "OK" alone is also what servers answer.
  /^OK \(\d+ tests?, \d+ assertions?\)$|^FAILURES!$/,
  /^\d+ tests completed, \d+ failed|^# of (?:un)?expected (?:passes|failures)\s+\d/,
  /^\d+ (?:specs?|runs|tests?|scenarios?|features?)\b.{0,40}\b\d+ (?:failures?|failed)\b/,
  /^\d+ of \d+ tests failed|^Failed \d+\/\d+ subtests|^Result: (?:FAIL|PASS)$|^(?:ERRORS|FAILURES)!$/,
  /^(?:\[\w+\] )?test cases: +\d+ \||^\d+ success(?:es)? \/ \d+ failures?/,
  /^Running \d+ test cases?\.\.\.|^\*\*\* \d+ failures? (?:is|are) detected/,
  /^\d\d:\d\d \+\d+(?: ~\d+)?(?: -\d+)?: /,
  /^=+ tests finished: \d+|^Tests: \d+, Assertions: \d+|^(?:FAILED|OK) \((?:failures|errors|skipped|tests)=\d+/,
];
/** Lines of single tests: several are needed. */
const LIKELY: readonly RegExp[] = [
  /^\S+::\S+ (?:PASSED|FAILED|ERROR|SKIPPED|XFAIL)/,
  /^(?:PASSED|FAILED|ERROR) \S+::\S/,
  /^\w+ \([\w.]+\)(?: \.\.\. (?:ok|FAIL|ERROR|skipped))/,
  /^test \S+ \.\.\. (?:ok|FAILED|ignored)/,
  /^(?:FAIL|ERROR): \w+ \([\w.]+\)/,
  // A sentence is the message of a checker, not the name of a test.
  /^\s*(?:✓|✔|✕|✗|×|✖|√) \S(?:.*[^.\s])?\s*$/,
  /^(?:PASS|FAIL) +\S+\.(?:test|spec)\./,
  /^\s*(?:Total|Pass(?:ed)?|Fail(?:ed|ures)?|Skip(?:ped)?|Errors?): +\d+(?: \([\s\d.]+%\))?$/,
  /^=== RUN {3}\S/,
  /^\s*● \S.* › \S/,
  /^(?:not )?ok - \S/,
  /^\s*❌ \S/,
  /^\s*\d+\/\d+ Test +#\d+: /,
  /^\[ +(?:OK|RUN|FAILED) +\] \S/,
  /^\S.* > \S.* (?:PASSED|FAILED)$/,
  /^(?:PASSED|FAILED|PASS|FAIL|Passed|Failed|Failure)(?: test)?: \S/,
  /^\s*\[(?:OK|FAILED|PASSED)\] \S/,
  /^[\s│├└─]+\S.* [✔✓✘✗✕]/,
  /^\s*\S.*\.\.\. ?(?:passed|FAILED|failed)$/,
  /^\s*\d{2,}\. +\w*(?:Error|Failure) {2,}\S/,
  /^::error .*\btitle=.* > |^##teamcity\[test/,
  /^(?:failure|success(?:ful)?): \S+(?: \[)?$/,
  /^\S+:\d+:[PFE]:[^:]+:[\w.-]+:-?\d+: /,
];
/** The one that may stand anywhere in a line. */
const LIKELY_INSIDE = /<<< (?:FAILURE|ERROR)!/;
const MIN_LIKELY = 3;
const LONGEST_RESULT = 300;
const SAYS_FAILED = /fail|error|not ok/i;
/** Without one of these words nobody counts failed tests; a colour may stand inside one, and the sign for Kelvin for its k. */
const MAY_SAY_FAILED = /fail|bro[k\u212a]en|[k\u212a]o\b|bad\b|\d\/\d+|\u001b/i;
/** Without any of these ("::", " ... ", "PASSED", "FAILED", "<<< ") only the beginning of a line can match. */
const INNER_SIGN = /::|\.\.\. |SSED|ILED|<<</;
/** What the other patterns begin with behind blanks, beside what is not ASCII. */
const FIRST_CHARACTERS: ReadonlySet<number> = new Set(
  Array.from("=*RTFPOESton-[#<:0123456789", (character) => character.charCodeAt(0)),
);

// All of them begin with the line, so that one look at its first characters is enough for most.
const [ANY_CERTAIN, ANY_LIKELY] = [joinPatterns(CERTAIN), joinPatterns(LIKELY)];
const matches = (patterns: readonly RegExp[], line: string): boolean =>
  patterns.some((pattern) => pattern.test(line));

function looksLikeTestRun({ sample, text, hints }: RecognisedOutput): boolean {
  const prefix = new LinePrefix(sample.lines);
  const lines = sample.lines.map((line) => cleanLine(prefix.without(line)));
  if (hasTestLines(lines, INNER_SIGN.test(sample.text))) return true;
  if (isDocument(sample.lines)) return false;
  if (MAY_SAY_FAILED.test(sample.text) && (lines.some(saysTestCounts) || sayTestCounts(lines))) return true;
  // In a long log of a build the tests may stand where no sample was taken.
  return text.length > sample.text.length + 2 && hints.path === "" && saysResultsAnywhere(text, prefix);
}

/** A text under headings may tell of tests that failed somewhere. */
const isDocument = ([first = "", ...others]: readonly string[]): boolean =>
  /^# \p{L}/u.test(first) && others.filter((line) => /^#{2,4} \p{L}/u.test(line)).length >= 2;

function hasTestLines(lines: readonly string[], anyLine: boolean): boolean {
  let likely = 0;
  for (const line of lines) {
    if (!anyLine && !opensLikeTest(line)) continue;
    if (matches(ANY_CERTAIN, line)) return true;
    if (matches(ANY_LIKELY, line) || LIKELY_INSIDE.test(line)) likely += 1;
    if (likely >= MIN_LIKELY) return true;
  }
  return false;
}

/** Looks for a line that counts failed tests in all of the text. */
function saysResultsAnywhere(text: string, prefix: LinePrefix): boolean {
  let found = false;
  forEachLogLine(text, (_, start, end) => {
    if (found || end - start > LONGEST_RESULT) return;
    const own = prefix.endAt(text, start, end);
    if (!opensLikeTest(text, own, end)) return;
    const line = cleanLine(text.slice(own, end));
    found = SAYS_FAILED.test(line) && (matches(ANY_CERTAIN, line) || saysTestCounts(line));
  });
  return found;
}

function opensLikeTest(text: string, start = 0, end = text.length): boolean {
  let index = start;
  while (index < end && text.charCodeAt(index) <= 32) index += 1;
  const first = index < end ? text.charCodeAt(index) : 0;
  return first > 127 || first === 27 || FIRST_CHARACTERS.has(first);
}
