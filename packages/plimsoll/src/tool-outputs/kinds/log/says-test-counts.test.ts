import { describe, expect, it } from "vitest";
import { saysTestCounts } from "./says-test-counts.js";

describe("saysTestCounts", () => {
  it.each([
    "62%: Checks: 48, Failures: 18, Errors: 0",
    "Errors (18 failures, 48 tests, 48 ran, 48 checks, 0 ignored)",
    "5 success(es) 1 failure(s) 2 error(s) 8 test(s) run",
    "crew.test:\tTotal\t48\tPassed\t30\tSkipped\t0\tFailed\t18",
    " 18 FAILED TEST(S)",
    "TEST COMPLETE, 30 ok, 18 failed of 48 test cases",
  ])("knows %s", (line) => expect(saysTestCounts(line)).toBe(true));

  it.each([
    "host1 : ok=5 changed=2 unreachable=0 failed=1",
    "18 failures",
    "the test of 2024 was a failure",
    "81bfec26 Find failing tests by their ids",
    "e390d0d58 (Ada Example 2026-11-16 21:31:37 +0000  88) /** The failing tests by name. */",
    "100644 blob 3d1ae15a7a7ac4878914bea1a382c476ee4d58e8     658\ttest/fail-on-console.ts",
    "0 upgraded, 3 newly installed, 2 failed",
    "│   ├── [ 13K Nov 19 23:39]  manager-failure.test.ts",
    "86001fdc Ada Example 2026-11-18 22:01:12 +0000 Let failing tests say what they want",
    "  gstreamer1.0-plugins-bad gstreamer1.0-plugins-base gstreamer1.0-plugins-good",
    `${"fail 1 test 2 ".repeat(40)}`,
  ])("does not take %s for one", (line) => expect(saysTestCounts(line)).toBe(false));
});
