import { describe, expect, it } from "vitest";
import { readOutcome } from "./read-outcome.js";

describe("readOutcome", () => {
  it.each([
    ["FAILED: countsTheCrew", "countsTheCrew"],
    ["FAIL in (counts-the-crew) (crew.clj:29)", "counts-the-crew"],
    ["[FAILED] counts the crew", "counts the crew"],
    ["Test: counts_the_crew ...FAILED", "counts_the_crew"],
    ["crew_tests: counts_the_crew_test...*failed*", "crew_tests: counts_the_crew_test"],
    ["==== counts-the-crew counts the crew FAILED", "counts-the-crew counts the crew"],
    ["/src/crew.scm:4: FAIL counts the crew", "counts the crew"],
    ["crew.cpp:55: error: Failure in TEST(Crew, counts)", "Crew.counts"],
    ["│  ├─ countsTheCrew() ✘ expected: <3> but was: <4>", "countsTheCrew()"],
    ["── 3. Failure ('test-crew.R:4'): counts the crew ─────", "counts the crew"],
    ["crew_SUITE:counts_the_crew failed on line 18", "crew_SUITE:counts_the_crew"],
    ["counts the crew ... FAILED (0.2 s)", "counts the crew"],
  ])("reads %s", (line, name) => {
    expect(readOutcome(line)?.name).toBe(name);
  });

  it.each([
    "ERROR: chart 88 has no datum",
    "ERROR could not reach the pilot station",
    "FAILED to open the log",
    "BUILD FAILED",
    "> Task :test FAILED",
    "Testing port: *** FAILED test case 44 of 48 ***",
    "18 FAILED TEST(S)",
    "the pump failed on line",
    "java.lang.IllegalStateException: it FAILED",
    "AssertionError: FAILED",
  ])("reads no test in %s", (line) => {
    expect(readOutcome(line)).toBeUndefined();
  });
});
