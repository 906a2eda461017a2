import { describe, expect, it } from "vitest";
import { ComparisonSides, saysAgain } from "./comparison-sides.js";

describe("ComparisonSides", () => {
  it("finds both sides below the name of a test, and the first line of each in a difference", () => {
    const sides = new ComparisonSides();
    expect(sides.isOne("Expected: 3")).toBe(false);
    sides.open();
    const lines = ["- Expected", "+ Received", "- 'rum'", "- 'salt'", "+ 'tea'", "Actual  : 4"];
    expect(lines.filter((line) => sides.isOne(line))).toEqual(["- 'rum'", "+ 'tea'", "Actual  : 4"]);
  });
});

describe("saysAgain", () => {
  it("is true for a side that the error names already", () => {
    const error = "AssertionError: expected 'tea' to be 'rum'";
    expect(saysAgain('Received: "tea"', error)).toBe(true);
    expect(saysAgain('Received: "salt"', error)).toBe(false);
  });
});
