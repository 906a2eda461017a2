import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { jsonDepthExceeds } from "./json-depth.js";

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

describe("jsonDepthExceeds", () => {
  it("agrees with the depth of the parsed value", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat(6), (value, limit) => {
        expect(jsonDepthExceeds(JSON.stringify(value), limit)).toBe(depthOf(value) > limit);
      }),
      { numRuns: scaled(1000) },
    );
  });

  it("does not count brackets inside strings", () => {
    expect(jsonDepthExceeds(String.raw`["[[[[\"[[[[\\", "{{{{"]`, 1)).toBe(false);
    expect(jsonDepthExceeds('"[[[[', 0)).toBe(false);
  });
});
