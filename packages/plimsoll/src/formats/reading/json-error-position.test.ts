import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { jsonErrorPosition } from "./json-error-position.js";

describe("jsonErrorPosition", () => {
  it("reads a valid text to its end", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(jsonErrorPosition(text)).toEqual({ line: 1, column: text.length + 1 });
      }),
      { numRuns: scaled(1000) },
    );
  });

  it("finds the character that breaks a text", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(jsonErrorPosition(`[${text},\n #`)).toEqual({ line: 2, column: 2 });
      }),
      { numRuns: scaled(200) },
    );
  });

  it("stops at what a JSON string may not hold", () => {
    expect(jsonErrorPosition('["a\nb"]')).toEqual({ line: 1, column: 4 });
    expect(jsonErrorPosition(String.raw`["a\x"]`)).toEqual({ line: 1, column: 4 });
    expect(jsonErrorPosition('["a')).toEqual({ line: 1, column: 4 });
  });
});
