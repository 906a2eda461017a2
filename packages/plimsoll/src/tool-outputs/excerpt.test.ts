import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { excerpt, sliceWhole } from "./excerpt.js";

const byCharacter = (text: string): number => Math.ceil(text.length / 4);

describe("excerpt", () => {
  it("returns a text that fits as it is", () => {
    expect(excerpt("short", 100, byCharacter)).toBe("short");
  });

  it("keeps head and tail and says how much is missing", () => {
    const text = `HEAD${"x".repeat(4000)}TAIL`;
    const cut = excerpt(text, 100, byCharacter);
    expect(cut.startsWith("HEAD")).toBe(true);
    expect(cut.endsWith("TAIL")).toBe(true);
    expect(cut).toMatch(/\[… \d+ of 4008 characters left out …\]/);
  });

  it("never exceeds its tokens and never leaves half a character", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 2000 }),
        fc.integer({ min: 12, max: 200 }),
        (text, max) => {
          const cut = excerpt(text, max, byCharacter);
          expect(byCharacter(cut)).toBeLessThanOrEqual(max);
          expect(cut).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/);
        },
      ),
      { numRuns: scaled(1000) },
    );
  });
});

describe("sliceWhole", () => {
  it("moves inwards from the middle of a pair", () => {
    expect(sliceWhole("a😀b", 0, 2)).toBe("a");
    expect(sliceWhole("a😀b", 2, 4)).toBe("b");
  });
});
