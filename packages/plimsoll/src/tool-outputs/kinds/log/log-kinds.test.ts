import { describe, expect, it } from "vitest";
import { evidenceOf } from "../recorded-outputs-test-support.js";

describe("evidence of a command", () => {
  it("has the error of gcc among many warnings, and what make says of it", () => {
    const text = evidenceOf(["command", "make-gcc"], 200, "make -k all");
    expect(text).toContain("$ make -k all");
    expect(text).toContain("src/part7.c:1:27: error: ‘y’ undeclared (first use in this function)");
    expect(text).toContain("make: *** [Makefile:4: part7.o] Error 1");
    expect(text).toMatch(/unused variable ‘unused1’ .*\[×11 alike\]/);
  });

  it("has what cargo found wrong, and how it ended", () => {
    const text = evidenceOf(["command", "cargo-build"], 200, "cargo build");
    expect(text).toContain("error[E0308]: mismatched types");
    expect(text).toContain("expected `u64`, found `u32`");
    expect(text).toContain("due to 4 previous errors; 1 warning emitted");
  });

  it("has a Python traceback and its exception behind a log", () => {
    const text = evidenceOf(["command", "python-traceback"], 150, "python3 app.py");
    expect(text).toContain("INFO loader reading row 0 [×58 alike]");
    expect(text).toContain("KeyError: 'tonnes'");
  });

  it.each(["find", "ls-la"])("has the first and the last lines of a listing by %s", (program) => {
    const lines = evidenceOf(["command", program], 150).split("\n");
    expect(lines).toContain("…");
    expect(lines.length).toBeGreaterThan(6);
  });
});

describe("evidence of a test run", () => {
  it("names the failing tests of cargo with their messages", () => {
    const text = evidenceOf(["test-run", "cargo-test"], 200, "cargo test");
    expect(text).toContain("2 failing");
    for (const said of [
      "tests::weighs",
      "tests::parses",
      "tonnes above the limit",
      "test result: FAILED. 2 passed; 2 failed",
    ])
      expect(text).toContain(said);
  });

  it("names the failing tests of pytest with their messages", () => {
    const text = evidenceOf(["test-run", "pytest"], 200, "pytest -v");
    for (const said of ["test_limit", "test_missing", "KeyError: 'north'", "2 failed, 25 passed"])
      expect(text).toContain(said);
    expect(text).not.toContain("test_counts[7]");
  });

  it("names the failing tests of node --test with their messages", () => {
    const text = evidenceOf(["test-run", "node-tap"], 200, "node --test");
    for (const said of ["not ok 21 - keeps the order", "not ok 22 - never answers", "# fail 2"])
      expect(text).toContain(said);
    expect(text).toContain("berth is not a function");
  });
});
