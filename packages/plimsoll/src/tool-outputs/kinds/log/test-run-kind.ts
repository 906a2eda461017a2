import { joinPatterns } from "../../../text/join-patterns.js";
import type { TextSample } from "../../text-sample.js";
import type { EvidenceKind } from "../evidence-kind.js";
import { saysTestCounts } from "./says-test-counts.js";
import { TestRunReader } from "./test-run-reader.js";

/** The output of one of many test runners. */
export const testRunKind: EvidenceKind = {
  recognises: ({ sample }) => looksLikeTestRun(sample),
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
  /^TAP version \d+|^(?:not )?ok \d+ (?:- )?\S/,
  /^\d+ examples?, \d+ failures?/,
  /^\s*<testsuites?\b[^>]*\b(?:failures|errors)="/,
  /^\d+% tests passed, \d+ tests failed out of/,
  /^\[={10}\] (?:Running )?\d+ tests? from/,
  /^Test Suite '.*' (?:started|passed|failed)/,
  /^(?:Passed!|Failed!) +- Failed: +\d+|^Total tests: \d+/,
  /^(?:OK|FAILURES!)(?: \(\d+ tests?, \d+ assertions?\))?$/,
  /^\d+ tests completed, \d+ failed|^# of (?:un)?expected (?:passes|failures)\s+\d/,
  /^\d+ (?:specs?|runs|tests?|scenarios?|features?)\b.{0,40}\b\d+ (?:failures?|failed)\b/,
  /^\d+ of \d+ tests failed|^Failed \d+\/\d+ subtests|^Result: (?:FAIL|PASS)$|^(?:ERRORS|FAILURES)!$/,
  /^(?:\[\w+\] )?test cases: +\d+ \||^\d+ success(?:es)? \/ \d+ failures?/,
  /^Running \d+ test cases?\.\.\.|^\*\*\* \d+ failures? (?:is|are) detected/,
  /^=+ tests finished: \d+|^Tests: \d+, Assertions: \d+|^(?:FAILED|OK) \((?:failures|errors|skipped|tests)=\d+/,
];
/** Lines of single tests: several are needed. */
const LIKELY: readonly RegExp[] = [
  /^\S+::\S+ (?:PASSED|FAILED|ERROR|SKIPPED|XFAIL)/,
  /^(?:PASSED|FAILED|ERROR) \S+::\S/,
  /^\w+ \([\w.]+\)(?: \.\.\. (?:ok|FAIL|ERROR|skipped))/,
  /^test \S+ \.\.\. (?:ok|FAILED|ignored)/,
  /^(?:FAIL|ERROR): \w+ \([\w.]+\)/,
  /^\s*(?:✓|✔|✕|✗|×|✖|√) \S/,
  /^(?:PASS|FAIL) +\S+\.(?:test|spec)\./,
  /^\s*(?:Total|Pass(?:ed)?|Fail(?:ed|ures)?|Skip(?:ped)?|Errors?): +\d+(?: \([\s\d.]+%\))?$/,
  /^=== RUN {3}\S/,
  /^\s*\d+\/\d+ Test +#\d+: /,
  /^\[ +(?:OK|RUN|FAILED) +\] \S/,
  /^\S.* > \S.* (?:PASSED|FAILED)$/,
  /^(?:PASSED|FAILED|PASS|FAIL): \S/,
  /^\s*\[(?:OK|FAILED|PASSED)\] \S/,
  /^[\s│├└─]+\S.* [✔✓✘✗✕]/,
  /^\s*\S.*\.\.\. ?(?:passed|FAILED|failed)$/,
];
/** The one that may stand anywhere in a line. */
const LIKELY_INSIDE = /<<< (?:FAILURE|ERROR)!/;
const MIN_LIKELY = 3;
/** Without any of these ("::", " ... ", "PASSED", "FAILED", "<<< ", escapes) only the beginning of a line can match. */
const INNER_SIGN = /::|\.\.\. |SSED|ILED|<<<|\u001b/;
/** What the other patterns begin with behind blanks, beside what is not ASCII. */
const FIRST_CHARACTERS: ReadonlySet<number> = new Set(
  Array.from("=*RTFPOESton-[#<0123456789", (character) => character.charCodeAt(0)),
);

// All of them begin with the line, so that one look at its first characters is enough for most.
const [ANY_CERTAIN, ANY_LIKELY] = [joinPatterns(CERTAIN), joinPatterns(LIKELY)];
const matches = (patterns: readonly RegExp[], line: string): boolean =>
  patterns.some((pattern) => pattern.test(line));

function looksLikeTestRun(sample: TextSample): boolean {
  return hasTestLines(sample) || sample.lines.some(saysTestCounts);
}

function hasTestLines(sample: TextSample): boolean {
  const anyLine = INNER_SIGN.test(sample.text);
  let likely = 0;
  for (const raw of sample.lines) {
    if (!anyLine && !opensLikeTest(raw)) continue;
    const line = raw.includes("\u001b[") ? raw.replace(/\u001b\[[0-9;]*m/g, "") : raw;
    if (matches(ANY_CERTAIN, line)) return true;
    if (matches(ANY_LIKELY, line) || LIKELY_INSIDE.test(line)) likely += 1;
    if (likely >= MIN_LIKELY) return true;
  }
  return false;
}

function opensLikeTest(line: string): boolean {
  let index = 0;
  while (index < line.length && line.charCodeAt(index) <= 32) index += 1;
  const first = line.charCodeAt(index);
  return first > 127 || FIRST_CHARACTERS.has(first);
}
