import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { findWholeWords } from "./find-whole-words.js";

describe("findWholeWords", () => {
  it("finds words between anything that is no part of a path or id, without signs at their edges", () => {
    const words = ["src/a_b.ts", "W8492013", "ORD-77", "part", "e.g"];
    const texts = ["见（src/a_b.ts）：", "#W8492013, ./ORD-77... parts of e.g."];
    expect([...findWholeWords(words, texts)]).toEqual(["src/a_b.ts", "W8492013", "ORD-77", "e.g"]);
  });

  it("finds exactly what a split at all other characters gives", () => {
    const text = fc.string({
      unit: fc.constantFrom("a", "7", "_", "-", "/", ".", " ", "中", "\n", "("),
      maxLength: 60,
    });
    fc.assert(
      fc.property(text, text, (one, other) => {
        const split = (from: string): string[] =>
          from
            .split(/[^\w@~$./\\+-]+/)
            .map((run) => run.replace(/^[^\w]+|[^\w]+$/g, ""))
            .filter((word) => word !== "");
        const there = new Set(split(one));
        const wanted = [...new Set(split(other))];
        expect([...findWholeWords(wanted, [one])].sort()).toEqual(
          wanted.filter((word) => there.has(word)).sort(),
        );
      }),
      { numRuns: scaled(300) },
    );
  });
});
