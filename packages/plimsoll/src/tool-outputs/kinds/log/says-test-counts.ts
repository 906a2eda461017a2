const LONGEST_LINE = 200;
const MOST_WORDS = 40;
/** How far from its number a word may stand: "18 FAILED TEST(S)". */
const REACH = 2;
const WORDS: ReadonlyMap<string, "failed" | "passed" | "all"> = new Map([
  ...["fail", "failed", "failing", "fails", "failure", "failures", "broken"].map(
    (word) => [word, "failed"] as const,
  ),
  ...["pass", "passed", "passes", "passing", "ok", "success", "successes", "successful", "succeeded"].map(
    (word) => [word, "passed"] as const,
  ),
  ...["test", "tests", "testcases", "cases", "checks", "specs", "examples", "scenarios", "assertions"].map(
    (word) => [word, "all"] as const,
  ),
]);

/** True for a line that counts tests by how they ended, in whatever words: "Checks: 48, Failures: 18". */
export function saysTestCounts(line: string): boolean {
  // "ok=3 failed=1" counts the steps of other programs.
  if (line.length > LONGEST_LINE || !/fail|broken/i.test(line) || /=\d/.test(line)) return false;
  const words = line.toLowerCase().match(/\d+|[a-z]+/g) ?? [];
  if (words.length > MOST_WORDS) return false;
  const counted = new Set<string>();
  words.forEach((word, index) => {
    if (!/^\d/.test(word)) return;
    for (const near of words.slice(Math.max(0, index - 1), index + REACH + 1)) {
      const what = WORDS.get(near);
      if (what !== undefined) counted.add(what);
    }
  });
  return counted.has("failed") && counted.size > 1;
}
