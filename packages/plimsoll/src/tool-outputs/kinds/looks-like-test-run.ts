import type { TextSample } from "../text-sample.js";

/** Lines that only a test runner writes: one is enough. */
const CERTAIN: readonly RegExp[] = [
  /^=+ test session starts =+|^=+ .*\b\d+ (?:passed|failed|errors?)\b.* in [\d.]+/,
  /^Ran \d+ tests? in [\d.]+s/,
  /^(?:Test Suites|Test Files|Tests):? +.*\b\d+ (?:passed|failed)/,
  /^\s+(?:Test Files|Tests) {2}.*\d+ (?:passed|failed)/,
  /^\s*\d+ (?:passing|failing)(?: \(|$)/,
  /^--- (?:PASS|FAIL): \S+ \([\d.]+s\)|^(?:ok|FAIL|PASS)\s+\S+\s+[\d.]+s$/,
  /^test result: (?:ok|FAILED)\./,
  /^(?:\[\w+\] )?Tests run: \d+, Failures: \d+/,
  /^TAP version \d+|^(?:not )?ok \d+ (?:- )?\S/,
  /^\d+ examples?, \d+ failures?/,
  /^\d+% tests passed, \d+ tests failed out of/,
  /^\[={10}\] (?:Running )?\d+ tests? from/,
  /^Test Suite '.*' (?:started|passed|failed)/,
  /^(?:Passed!|Failed!) +- Failed: +\d+|^Total tests: \d+/,
  /^(?:OK|FAILURES!)(?: \(\d+ tests?, \d+ assertions?\))?$/,
  /^\d+ tests completed, \d+ failed/,
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
  /^=== RUN {3}\S/,
  /^\s*\d+\/\d+ Test +#\d+: /,
  /^\[ +(?:OK|RUN|FAILED) +\] \S/,
  /^\S.* > \S.* (?:PASSED|FAILED)$/,
  /<<< (?:FAILURE|ERROR)!/,
];
const MIN_LIKELY = 3;

/** The output of one of many test runners. */
export function looksLikeTestRun(sample: TextSample): boolean {
  let likely = 0;
  for (const raw of sample.lines) {
    const line = raw.includes("\u001b[") ? raw.replace(/\u001b\[[0-9;]*m/g, "") : raw;
    if (CERTAIN.some((pattern) => pattern.test(line))) return true;
    if (LIKELY.some((pattern) => pattern.test(line))) likely += 1;
    if (likely >= MIN_LIKELY) return true;
  }
  return false;
}
