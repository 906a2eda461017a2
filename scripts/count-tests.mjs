// Prints "PASSED FAILED" of a Vitest JSON report. A report that is missing or holds no test counts as one failure:
// a run that tested nothing has not passed.
import { existsSync, readFileSync } from "node:fs";

const path = process.argv[2];
if (path === undefined) {
  console.error("usage: node scripts/count-tests.mjs REPORT.json");
  process.exit(2);
}

function count() {
  if (!existsSync(path)) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(path, "utf8"));
  // A file that does not load has no failed test of its own.
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  ).length;
  const failed = numFailedTests + brokenFiles;
  return { passed: numPassedTests, failed: numPassedTests + failed === 0 ? 1 : failed };
}

const { passed, failed } = count();
console.log(`${passed} ${failed}`);
