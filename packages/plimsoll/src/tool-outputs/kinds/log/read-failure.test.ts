import { describe, expect, it } from "vitest";
import { readFailure } from "./read-failure.js";

describe("readFailure", () => {
  it.each([
    ["FAILED tests/test_a.py::test_b[x y] - AssertionError: no", "tests/test_a.py::test_b[x y]"],
    ["tests/test_a.py::test_b FAILED  [ 10%]", "tests/test_a.py::test_b"],
    ["FAIL: test_b (pkg.tests.Case)", "test_b (pkg.tests.Case)"],
    ["test_b (pkg.tests.Case) ... ERROR", "test_b (pkg.tests.Case)"],
    ["--- FAIL: TestThing/sub (0.00s)", "TestThing/sub"],
    ["test a::b ... FAILED", "a::b"],
    ["✕ adds numbers (4 ms)", "adds numbers"],
    ["● math › adds numbers", "math › adds numbers"],
    ["FAIL  src/a.test.ts > suite > adds", "src/a.test.ts > suite > adds"],
    ["not ok 3 - adds numbers", "adds numbers"],
    ["[ERROR] com.x.FooTest.bar  Time elapsed: 0.1 s  <<< FAILURE!", "com.x.FooTest.bar"],
    ["FooTest > bar() FAILED", "FooTest > bar()"],
    ["rspec ./spec/a_spec.rb:8 # Thing does", "Thing does"],
    ["3/10 Test  #3: parser ......***Failed    0.01 sec", "parser"],
    ["[  FAILED  ] Suite.Name (3 ms)", "Suite.Name"],
    ["1) Calculator adds", "Calculator adds"],
    ["TEST CASE:  Calculator adds", "Calculator adds"],
    ['a.cpp(5): error: in "calculator/adds": check x == 2 has failed', "calculator/adds"],
    ["features/calculator.feature:4  adds numbers", "features/calculator.feature:4  adds numbers"],
    ["(fail) calculator > adds [0.12ms]", "calculator > adds [0.12ms]"],
    ["#   Failed test 'adds numbers'", "adds numbers"],
    ['FAIL  "adds numbers"', "adds numbers"],
    ["adds numbers                               | FAIL |", "adds numbers"],
    ["Error: test_adds(CalculatorTest)", "test_adds(CalculatorTest)"],
  ])("reads %s", (line, name) => {
    expect(readFailure(line, true)?.name).toBe(name);
  });

  it.each([
    "tests/test_a.py::test_b PASSED",
    "--- PASS: TestThing (0.00s)",
    "ok 3 - adds",
    "not ok 4 - later # TODO",
    "[ERROR] Tests run: 3, Failures: 1 <<< FAILURE! - in FooTest",
    "Failed examples:",
    "2 failed, 3 passed",
  ])("reads no failing test in %s", (line) => {
    expect(readFailure(line, true)).toBeUndefined();
  });

  it("takes a numbered line for a test only in a test run", () => {
    expect(readFailure("1) Calculator adds", false)).toBeUndefined();
  });
});
