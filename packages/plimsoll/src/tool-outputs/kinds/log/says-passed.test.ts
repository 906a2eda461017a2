import { describe, expect, it } from "vitest";
import { makeEvidence } from "../../make-evidence.js";
import { saysPassed } from "./says-passed.js";

describe("a line says that a test passed", () => {
  it.each([
    "ok 12 - reads the file",
    "ok   src/plan.py > keeps 12 entries (31 ms)",
    "ok  \tgithub.com/a/b\t0.021s",
    "tests/test_a.py::test_b PASSED [ 12%]",
    "test_keeps (a.Tests) ... ok",
    "✓ keeps the newest (3 ms)",
    "1/3 Test #1: keeps ....   Passed    0.01 sec",
    "[       OK ] Plan.Keeps (0 ms)",
    "(pass) keeps the newest",
    "(skip) keeps the oldest",
    "keeps the newest: Passed",
    "The check ended successfully.",
  ])("%j", (line) => expect(saysPassed(line)).toBe(true));

  it.each([
    "not ok 12 - reads the file",
    "FAIL src/plan.py > keeps 12 entries (31 ms)",
    "okay, this is a sentence",
    "expected password to be set",
    "the token was not found",
  ])("but not %j", (line) => expect(saysPassed(line)).toBe(false));

  it("and is shown after every failing test has its name", () => {
    const lines = Array.from({ length: 24 }, (_, index) =>
      index % 3 === 0
        ? `FAIL services/part${index}/src/plan.py > keeps ${index} entries (${index + 8} ms)`
        : `ok   services/part${index}/src/plan.py > drops ${index} entries (${index + 8} ms)`,
    );
    const text = [...lines, "", "Tests: 8 failed, 16 passed"].join("\n");
    const evidence = makeEvidence(
      { text },
      { maxTokens: 150, count: (part) => Math.ceil(part.length / 4) },
    ).text;
    for (let index = 0; index < 24; index += 3) expect(evidence).toContain(`keeps ${index} entries`);
  });
});
