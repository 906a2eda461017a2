import { failedOfAll } from "./failed-counts.js";

const LONGEST_LINE = 200;
const MOST_WORDS = 40;
/** The words of a path count nothing: "658 test/fail-on-console.ts". */
const PATH = /\S+\/\S*\.[a-z]\w{0,5}(?![\w/])/gi;
/** Nor do those of the name of a file: "39]  manager-failure.test.ts". */
const FILE =
  /[\w.-]{1,80}\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|php|cs|cc?|cpp|h|sh|md|ya?ml|json)(?![\w.])/gi;
/** Nor do days, times of day and their zones, nor a version behind a name. */
const TIME_OR_VERSION =
  /\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}:\d{2}(?::\d{2})?\b|[+-]\d{4}\b|\b[a-z]\w*(?:-[a-z]\w*){0,6}\.\d+(?:[.-]\w+)*/gi;
/** How far from its number a word may stand: "18 FAILED TEST(S)". */
const REACH = 2;
const WORDS: ReadonlyMap<string, "failed" | "passed" | "all"> = new Map([
  ...["fail", "failed", "failing", "fails", "failure", "failures", "broken", "ko", "bad", "crashed"].map(
    (word) => [word, "failed"] as const,
  ),
  ...[
    "pass",
    "passed",
    "passes",
    "passing",
    "ok",
    "success",
    "successes",
    "successful",
    "succeeded",
    "good",
  ].map((word) => [word, "passed"] as const),
  ...[
    "test",
    "tests",
    "testcases",
    "cases",
    "checks",
    "specs",
    "specifications",
    "examples",
    "scenarios",
    "assertions",
    "run",
    "ran",
    "total",
  ].map((word) => [word, "all"] as const),
]);

/** A line that says one number and hardly anything else: "15 failed", "# pass 21", "FAIL:  15". */
const ONE_COUNT = /^[^\p{L}\d]{0,12}(?:\d+ +\p{L}+|(?:\p{L}+ ){0,3}\p{L}+[^\p{L}\d]{1,30}\d+)\b.{0,24}$/u;
const MOST_LINES_APART = 40;

/** True for a line that counts tests by how they ended, in whatever words: "Checks: 48, Failures: 18". */
export function saysTestCounts(line: string): boolean {
  if (line.length <= LONGEST_LINE && failedOfAll(line) > 0) return true;
  if (!/fail|broken|ko\b|bad\b|crashed/i.test(line)) return false;
  const counted = countedOutcomes(line);
  return counted.has("failed") && (counted.size > 1 || /\btest(?:s|ed)?\b/i.test(line));
}

/** True if lines that stand together say each one of the numbers. */
export function sayTestCounts(lines: readonly string[]): boolean {
  const last = new Map<string, number>();
  return lines.some((line, index) => {
    if (!ONE_COUNT.test(line)) return false;
    for (const what of countedOutcomes(line)) last.set(what, index);
    const failed = last.get("failed") ?? -Infinity;
    const other = Math.max(last.get("passed") ?? -Infinity, last.get("all") ?? -Infinity);
    return index - failed <= MOST_LINES_APART && index - other <= MOST_LINES_APART;
  });
}

function countedOutcomes(line: string): ReadonlySet<string> {
  const counted = new Set<string>();
  // "ok=3 failed=1" counts the steps of other programs.
  if (line.length > LONGEST_LINE || /=\d/.test(line)) return counted;
  // Digits among letters are a name: the "26" of the commit 81bfec26 counts nothing.
  const words =
    line
      .replace(PATH, " ")
      .replace(FILE, " ")
      .replace(TIME_OR_VERSION, " ")
      .toLowerCase()
      .match(/[a-z0-9]+\)?/g) ?? [];
  if (words.length > MOST_WORDS) return counted;
  words.forEach((word, index) => {
    if (!/^\d+\)?$/.test(word)) return;
    // "88) failing" is a number of a line; "(failing: 88)" counts what stands before it.
    const reach = word.endsWith(")") ? 0 : REACH;
    for (const near of words.slice(Math.max(0, index - 1), index + reach + 1)) {
      const what = WORDS.get(near.replace(")", ""));
      if (what !== undefined) counted.add(what);
    }
  });
  return counted;
}
