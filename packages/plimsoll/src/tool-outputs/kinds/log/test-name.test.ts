import { describe, expect, it } from "vitest";
import { parseTestName } from "./test-name.js";

describe("parseTestName", () => {
  it.each([
    ["tests/test_a.py::Case::test_b[x::y]", "tests/test_a.py::Case", "test_b[x::y]"],
    ["test_b (pkg.tests.Case)", "pkg.tests.Case", "test_b"],
    ["test_b (pkg.tests.Case.test_b)", "pkg.tests.Case", "test_b"],
    ["src/a.test.ts > suite > adds 3ms", "src/a.test.ts > suite", "adds"],
    ["math › adds numbers", "math", "adds numbers"],
    ["orders::cart::adds", "orders::cart", "adds"],
    ["com.example.FooTest.bar", "com.example.FooTest", "bar"],
    ["test_adds(TestCart)", "TestCart", "test_adds"],
    ["TestCart#test_adds", "TestCart", "test_adds"],
    ["adds version 1.2.3 of it", "", "adds version 1.2.3 of it"],
  ])("takes %s apart", (printed, group, leaf) => {
    expect(parseTestName(printed)).toMatchObject({ group, leaf });
  });
});
