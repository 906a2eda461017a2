import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { pathTokens } from "./path-tokens.js";

describe("pathTokens", () => {
  it("gives the words that hold a dot or a slash", () => {
    expect(pathTokens("See src/a.ts:12, and C:\\x\\y.txt (or ./b). No path: a-b, x.")).toEqual([
      "src/a.ts:12",
      "C:\\x\\y.txt",
      "./b",
    ]);
  });

  it("gives what a regular expression over every word would give, in pieces of 400 characters", () => {
    const text = fc
      .array(fc.constantFrom("a", ".", "/", " ", "é", "-", "x".repeat(399), "y.".repeat(201)), {
        maxLength: 30,
      })
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, (given) => {
        const words = Array.from(given.matchAll(/[\w@.+~/\\:-]{3,400}/g), ([word]) => word);
        expect(pathTokens(given)).toEqual(words.filter((word) => /[./]/.test(word)));
      }),
      { numRuns: scaled(500) },
    );
  });
});
