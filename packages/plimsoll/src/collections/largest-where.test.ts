import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { largestWhere } from "./largest-where.js";

describe("The largest number for which something holds", () => {
  it("is the one before it stops to hold, whatever the range", () => {
    fc.assert(
      fc.property(fc.integer({ min: -50, max: 50 }), fc.nat(100), fc.integer(), (low, length, limit) => {
        const expected = Math.max(low - 1, Math.min(low + length, limit));
        expect(largestWhere(low, low + length, (value) => value <= limit)).toBe(expected);
      }),
    );
  });

  it("asks only about numbers of the range", () => {
    const asked: number[] = [];
    largestWhere(3, 9, (value) => asked.push(value) > 0);
    largestWhere(3, 9, (value) => asked.push(value) < 0);
    expect(asked.every((value) => value >= 3 && value <= 9)).toBe(true);
  });

  it("is below the range where the range is empty", () => {
    expect(largestWhere(4, 3, () => true)).toBe(3);
  });
});
